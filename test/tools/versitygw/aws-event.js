import { encodeKey } from '../../../local-s3/key-encoding.js';

/** @import { S3Event } from '../../../local-s3/events.js' */

/** @typedef {{ bucket: string, key: string, versionId: string | null }} Made */

/**
 * Converts a record of versitygw's webhook to the event that AWS would send. versitygw does not encode keys, quotes ETags,
 * prefixes event names with `s3:`, and numbers its events, while AWS has hexadecimal sequencers that sort as text.
 *
 * @param {any} record
 * @param {Made} made The object.
 * @returns {S3Event}
 */
export function awsEvent({ glacierEventData: _, ...record }, { bucket: name, key, versionId }) {
  const { bucket, object, ...s3 } = record.s3;
  return {
    Records: [
      {
        ...record,
        eventName: record.eventName.replace(/^s3:/, ''),
        eventTime: new Date(record.eventTime).toISOString(),
        userIdentity: { principalId: record.userIdentity.PrincipalId },
        s3: {
          ...s3,
          bucket: {
            name,
            ownerIdentity: { principalId: bucket.ownerIdentity.PrincipalId },
            arn: `arn:aws:s3:::${name}`,
          },
          object: {
            key: encodeKey(key),
            size: object.size,
            eTag: object.eTag.replaceAll('"', ''),
            ...(versionId !== null && { versionId }),
            sequencer: object.sequencer.padStart(18, '0'),
          },
        },
      },
    ],
  };
}
