import { ArchiveError } from '../errors.js';
import { httpStatus } from '../storage/http-status.js';

/**
 * @typedef {{ Bucket: string, Key: string, ExpectedBucketOwner?: string | undefined }} Target An object in S3.
 * @typedef {{ VersionId: string } | { IfMatch: string }} Pin Ties a request to one version of the object. The request
 *   fails for any other version.
 */

/**
 * @param {unknown} error
 * @returns {boolean} Whether the pinned version is gone, replaced or shorter than it was.
 */
export function isGone(error) {
  return GONE.has(httpStatus(error)) && /** @type {Error} */ (error).name !== 'NoSuchBucket';
}

/**
 * @param {string} name
 * @returns {ArchiveError} `archive/changed`
 */
export function changed(name) {
  return new ArchiveError(
    'archive/changed',
    `${name} was replaced or deleted meanwhile; the newer upload does the work`,
  );
}

/** @param {string | undefined} etag */
export function unquoted(etag = '') {
  return etag.replace(/^"|"$/g, '');
}

// Not found, a delete marker, a failed precondition, a range past the end.
const GONE = new Set([404, 405, 412, 416]);
