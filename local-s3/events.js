import { encodeKey } from './key-encoding.js';

/** @typedef {{ Records: Record<string, any>[] }} S3Event */

/**
 * Makes an `ObjectCreated` event, as S3 sends it to a Lambda function.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 *
 * @param {object} created
 * @param {'Put' | 'Copy' | 'CompleteMultipartUpload'} created.by
 * @param {string} created.bucket
 * @param {string} created.key
 * @param {import('./state.js').Version} created.version
 * @param {boolean} created.versioned Whether the bucket is versioned. Only then the event has a version id.
 * @param {string} created.region
 * @param {string} created.requestId
 * @param {string} created.sourceAddress
 * @returns {S3Event}
 */
export function objectCreated({ by, bucket, key, version, versioned, region, requestId, sourceAddress }) {
  return {
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventTime: new Date(version.modified).toISOString(),
        eventName: `ObjectCreated:${by}`,
        userIdentity: { principalId: 'AWS:LOCAL' },
        requestParameters: { sourceIPAddress: sourceAddress },
        responseElements: { 'x-amz-request-id': requestId, 'x-amz-id-2': requestId },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'local',
          bucket: { name: bucket, ownerIdentity: { principalId: 'LOCAL' }, arn: `arn:aws:s3:::${bucket}` },
          object: {
            key: encodeKey(key),
            size: version.size,
            eTag: version.etag,
            ...(versioned && { versionId: version.versionId }),
            sequencer: version.sequencer,
          },
        },
      },
    ],
  };
}
