import { notImplemented, S3Error } from './s3-error.js';

/** @typedef {import('./state.js').Version} Version */
/** @typedef {import('node:http').IncomingHttpHeaders} Headers */

/**
 * Checks the conditions of a read. https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-reads.html
 *
 * @param {Headers} headers
 * @param {Version} version
 */
export function checkRead(headers, version) {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (ifMatch !== undefined && !matches(ifMatch, version.etag)) throw preconditionFailed('If-Match');
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, version.etag)) {
    throw new S3Error('NotModified', undefined, { headers: { etag: `"${version.etag}"` } });
  }
}

/**
 * Checks the conditions of a write. The caller must commit synchronously afterwards, so that nothing happens in between.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 *
 * @param {Headers} headers
 * @param {Version | undefined} current The key's newest version, which may be a delete marker.
 */
export function checkWrite(headers, current) {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  const live = current === undefined || current.deleteMarker ? undefined : current;
  if (ifNoneMatch !== undefined && live !== undefined) throw preconditionFailed('If-None-Match');
  if (ifMatch === undefined) return;
  if (live === undefined) throw new S3Error('NoSuchKey');
  if (!matches(ifMatch, live.etag)) throw preconditionFailed('If-Match');
}

/**
 * The part of `checkWrite` that does not depend on the object: S3 accepts only `*` for If-None-Match, only an ETag for
 * If-Match, and not both.
 *
 * @param {Headers} headers
 */
export function checkWriteHeaders(headers) {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') throw notImplemented('If-None-Match other than * on a write');
  if (ifMatch === '*') throw notImplemented('If-Match: * on a write');
  if (ifMatch !== undefined && ifNoneMatch !== undefined)
    throw notImplemented('If-Match with If-None-Match on a write');
}

/**
 * Checks the conditions on the source of a copy. A condition on the ETag takes precedence over one on the time.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
 *
 * @param {Headers} headers
 * @param {Version} source
 */
export function checkCopySource(headers, source) {
  const condition = (/** @type {string} */ name) => headers[`x-amz-copy-source-${name}`]?.toString();
  const ifMatch = condition('if-match');
  const ifNoneMatch = condition('if-none-match');
  // HTTP dates have whole seconds.
  const modified = Math.floor(source.modified / 1000) * 1000;
  const isAfter = (/** @type {string | undefined} */ date) => modified > Date.parse(date ?? '');
  const isUntil = (/** @type {string | undefined} */ date) => modified <= Date.parse(date ?? '');
  const failed = ifMatch === undefined ? isAfter(condition('if-unmodified-since')) : !matches(ifMatch, source.etag);
  if (failed) throw preconditionFailed(`x-amz-copy-source-If-${ifMatch === undefined ? 'Unmodified-Since' : 'Match'}`);
  const unwanted =
    ifNoneMatch === undefined ? isUntil(condition('if-modified-since')) : matches(ifNoneMatch, source.etag);
  if (unwanted) {
    throw preconditionFailed(`x-amz-copy-source-If-${ifNoneMatch === undefined ? 'Modified-Since' : 'None-Match'}`);
  }
}

/**
 * Checks the condition of a delete, against the current version.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 *
 * @param {string | null | undefined} ifMatch
 * @param {Version | undefined} current
 */
export function checkDelete(ifMatch, current) {
  if (ifMatch === null || ifMatch === undefined) return;
  if (current === undefined) throw new S3Error('NoSuchKey');
  if (current.deleteMarker || !matches(ifMatch, current.etag)) throw preconditionFailed('If-Match');
}

/**
 * @param {string} condition A list of ETags, with or without quotes, or `*`.
 * @param {string} etag
 */
function matches(condition, etag) {
  return condition.split(',').some(item => {
    const text = item.trim();
    return text === '*' || text.replace(/^"(.*)"$/, '$1') === etag;
  });
}

/** @param {string} condition */
function preconditionFailed(condition) {
  return new S3Error('PreconditionFailed', undefined, { details: { Condition: condition } });
}
