import { S3Error } from './s3-error.js';

/**
 * Finds the version that a request names; without a version id, the current one.
 *
 * @param {import('./store.js').Store} store
 * @param {Pick<import('./request.js').Request, 'bucket' | 'key' | 'query'>} request
 * @returns {{ bucket: import('./state.js').Bucket, version: import('./state.js').Version }}
 */
export function findVersion(store, request) {
  const bucket = store.bucket(request.bucket);
  const versions = bucket.objects.get(request.key) ?? [];
  const versionId = request.query.get('versionId');
  if (versionId === undefined) {
    const [current] = versions;
    if (current === undefined) throw new S3Error('NoSuchKey', undefined, { details: { Key: request.key } });
    if (!current.deleteMarker) return { bucket, version: current };
    const headers = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': current.versionId };
    throw new S3Error('NoSuchKey', undefined, { details: { Key: request.key }, headers });
  }
  const version = versions.find(candidate => candidate.versionId === versionId);
  if (version === undefined) {
    throw new S3Error('NoSuchVersion', undefined, { details: { Key: request.key, VersionId: versionId } });
  }
  if (version.deleteMarker) {
    const headers = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': versionId, allow: 'DELETE' };
    throw new S3Error('MethodNotAllowed', undefined, { headers });
  }
  return { bucket, version };
}

/** @param {string} key */
export function checkKey(key) {
  const bytes = Buffer.byteLength(key);
  if (bytes > MAX_KEY_BYTES) {
    throw new S3Error('KeyTooLongError', undefined, { details: { Size: bytes, MaxSizeAllowed: MAX_KEY_BYTES } });
  }
}

const MAX_KEY_BYTES = 1024;
