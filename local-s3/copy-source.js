import { ACCOUNT } from './bucket-operations.js';
import { checkCopySource } from './conditions.js';
import { notImplemented, S3Error } from './s3-error.js';
import { findVersion } from './versions.js';

/**
 * Finds the version to copy: `x-amz-copy-source` names its bucket and key, URL-encoded, and optionally its version.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
 *
 * @param {import('./operations.js').Context} context
 * @returns {{ version: import('./state.js').Version, headers: Record<string, string>, isSameObject: boolean }} `headers`
 *   name the version in the answer. `isSameObject`: the source is the current version of the destination.
 */
export function findCopySource({ request, store }) {
  const { headers } = request;
  const owner = headers['x-amz-source-expected-bucket-owner'];
  if (owner !== undefined && owner !== ACCOUNT) throw new S3Error('AccessDenied');
  const source = parseCopySource(String(headers['x-amz-copy-source']));
  const { bucket, version } = findSourceVersion(store, source);
  checkCopySource(headers, version);
  return {
    version,
    headers: bucket.versioned ? { 'x-amz-copy-source-version-id': version.versionId } : {},
    isSameObject: source.bucket === request.bucket && source.key === request.key && source.versionId === undefined,
  };
}

/** @param {number} bytes */
export function checkCopySize(bytes) {
  if (bytes > MAX_COPY_BYTES) {
    const limit = `The specified copy source is larger than the maximum allowable size for a copy source: ${MAX_COPY_BYTES}`;
    throw new S3Error('InvalidRequest', limit);
  }
}

/**
 * @param {string} header
 * @returns {{ bucket: string, key: string, versionId: string | undefined }}
 */
function parseCopySource(header) {
  if (header.startsWith('arn:')) throw notImplemented('an ARN as x-amz-copy-source');
  const match = COPY_SOURCE.exec(header);
  if (match === null) {
    throw new S3Error('InvalidArgument', 'The x-amz-copy-source header must be bucket/key, URL-encoded', {
      details: { ArgumentName: 'x-amz-copy-source', ArgumentValue: header },
    });
  }
  const [, path = '', versionId] = match;
  // In this header, S3 reads `+` as a space. The slash between bucket and key may be encoded too.
  const [, bucket = '', key = ''] = /^\/?([^/]*)\/?(.*)$/s.exec(decode(path)) ?? [];
  if (bucket === '' || key === '') throw new S3Error('InvalidArgument', 'The x-amz-copy-source header names no key');
  return { bucket, key, versionId: versionId === undefined ? undefined : decode(versionId) };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    throw new S3Error('InvalidArgument', 'The x-amz-copy-source header cannot be decoded');
  }
}

/**
 * @param {import('./store.js').Store} store
 * @param {{ bucket: string, key: string, versionId: string | undefined }} source
 */
function findSourceVersion(store, { bucket, key, versionId }) {
  const query = new Map(versionId === undefined ? [] : [['versionId', versionId]]);
  try {
    return findVersion(store, { bucket, key, query });
  } catch (error) {
    if (!(error instanceof S3Error) || error.code !== 'MethodNotAllowed') throw error;
    const message = 'The source of a copy request may not specifically refer to a delete marker by version id.';
    throw new S3Error('InvalidRequest', message);
  }
}

const COPY_SOURCE = /^([^?]+)(?:\?versionId=([^&]+))?$/s;
const MAX_COPY_BYTES = 5 * 1024 ** 3;
