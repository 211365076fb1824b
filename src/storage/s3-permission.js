/**
 * The permission for a request to S3. `expectedOwner`: the account that must own the bucket, if the request names one.
 *
 * @typedef {{ actions: string[], resource: string, expectedOwner?: string }} Permission
 */

/**
 * Returns the permission that a request needs, by its IAM name. Versions have actions of their own, and a precondition
 * on the current object needs permission to read it.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 *
 * @param {string} operation As in S3's documentation: `GetObject`.
 * @param {{ Bucket?: string, Key?: string, VersionId?: string | undefined, IfMatch?: string | undefined,
 *   ExpectedBucketOwner?: string | undefined }} input
 * @returns {Permission | null} Null for an operation that we do not use.
 */
export function permissionFor(operation, { Bucket, Key, VersionId, IfMatch, ExpectedBucketOwner }) {
  const action = ACTIONS.get(operation);
  if (action === undefined || Bucket === undefined) return null;
  const isVersioned = VersionId !== undefined && VERSIONED.has(action);
  const needsRead = IfMatch !== undefined && action !== 'GetObject';
  return {
    actions: [
      `s3:${isVersioned ? action.replace('Object', 'ObjectVersion') : action}`,
      ...(needsRead ? ['s3:GetObject'] : []),
    ],
    resource: `arn:aws:s3:::${Bucket}${Key === undefined ? '' : `/${Key}`}`,
    ...(ExpectedBucketOwner !== undefined && { expectedOwner: ExpectedBucketOwner }),
  };
}

/**
 * Records which permission a failed request needs.
 *
 * @param {unknown} error
 * @param {Permission | null} permission
 */
export function notePermission(error, permission) {
  if (typeof error === 'object' && error !== null && permission !== null) noted.set(error, permission);
}

/**
 * @param {unknown} error
 * @returns {Permission | undefined} The one that the failed request needs.
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
const VERSIONED = new Set(['GetObject', 'DeleteObject', 'GetObjectTagging', 'PutObjectTagging']);
