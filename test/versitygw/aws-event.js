import { encodeKey } from '../../scripts/local-s3/key-encoding.js';

/** @import { S3Event } from '../../scripts/local-s3/events.js' */

/**
 * An event of versitygw's webhook as AWS would send it. versitygw leaves keys unencoded and ETags in quotes, prefixes names
 * with `s3:`, and counts its events, where AWS has hexadecimal sequencers of which the text is in order.
 *
 * @param {any} event
 * @param {string | null} versionId
 * @returns {S3Event}
 */
export function awsEvent(event, versionId) {
  const { glacierEventData: _, ...record } = event.Records[0];
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
            name: bucket.name,
            ownerIdentity: { principalId: bucket.ownerIdentity.PrincipalId },
            arn: `arn:aws:s3:::${bucket.name}`,
          },
          object: {
            key: encodeKey(object.key),
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
