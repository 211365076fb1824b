import { encodeKey } from '../../../local-s3/key-encoding.js';

/** @import { S3Event } from '../../../local-s3/events.js' */

/** @typedef {{ bucket: string, key: string, versionId: string | null }} Made */

/**
 * A record of versitygw's webhook as the event that AWS would send. versitygw leaves keys unencoded and ETags in quotes,
 * prefixes names with `s3:`, and counts its events, where AWS has hexadecimal sequencers of which the text is in order.
 *
 * @param {any} record
 * @param {Made} made What it is about.
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
