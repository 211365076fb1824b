/**
 * What a request to S3 needs to be allowed. `expectedOwner`: the account that the bucket has to belong to, where the
 * request names one.
 *
 * @typedef {{ actions: string[], resource: string, expectedOwner?: string }} Permission
 */

/**
 * What IAM calls the permission that a request needs. A version has actions of its own, and a condition on what is there
 * needs the right to read it.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 *
 * @param {string} operation As in S3's documentation, `GetObject`.
 * @param {{ Bucket?: string, Key?: string, VersionId?: string | undefined, IfMatch?: string | undefined,
 *   ExpectedBucketOwner?: string | undefined }} input
 * @returns {Permission | null} `null` for an operation that is none of ours.
 */
export function permissionFor(operation, { Bucket, Key, VersionId, IfMatch, ExpectedBucketOwner }) {
  const action = ACTIONS.get(operation);
  if (action === undefined || Bucket === undefined) return null;
  const ofVersion = VersionId !== undefined && OF_VERSIONS.has(action);
  const needsToLook = IfMatch !== undefined && action !== 'GetObject';
  return {
    actions: [
      `s3:${ofVersion ? action.replace('Object', 'ObjectVersion') : action}`,
      ...(needsToLook ? ['s3:GetObject'] : []),
    ],
    resource: `arn:aws:s3:::${Bucket}${Key === undefined ? '' : `/${Key}`}`,
    ...(ExpectedBucketOwner !== undefined && { expectedOwner: ExpectedBucketOwner }),
  };
}

/**
 * Notes what permission a failed request would have needed.
 *
 * @param {unknown} error
 * @param {Permission | null} permission
 */
export function notePermission(error, permission) {
  if (typeof error === 'object' && error !== null && permission !== null) noted.set(error, permission);
}

/**
 * @param {unknown} error
 * @returns {Permission | undefined} What the request that failed with it would have needed.
 */
export function notedPermission(error) {
  return noted.get(Object(error));
}

/** @type {WeakMap<object, Permission>} */
const noted = new WeakMap();

const ACTIONS = new Map([
  ['HeadObject', 'GetObject'],
  ['GetObject', 'GetObject'],
  ['ListObjectsV2', 'ListBucket'],
  ['PutObject', 'PutObject'],
  ['CreateMultipartUpload', 'PutObject'],
  ['UploadPart', 'PutObject'],
  ['CompleteMultipartUpload', 'PutObject'],
  ['ListParts', 'ListMultipartUploadParts'],
  ['AbortMultipartUpload', 'AbortMultipartUpload'],
  ['DeleteObject', 'DeleteObject'],
  ['GetObjectTagging', 'GetObjectTagging'],
  ['PutObjectTagging', 'PutObjectTagging'],
]);
const OF_VERSIONS = new Set(['GetObject', 'DeleteObject', 'GetObjectTagging', 'PutObjectTagging']);
