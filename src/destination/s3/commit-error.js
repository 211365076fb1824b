import { StorageError } from '../../errors.js';
import { printable } from '../../printable.js';
import { httpStatus } from '../../storage/http-status.js';
import { toStorageError } from '../../storage/storage-error.js';
import { outputGone } from '../output-gone.js';
import { isUploadMissing, missingUpload } from './multipart-upload.js';

/**
 * Says why an output was not published.
 *
 * @param {unknown} error
 * @param {string} name Escaped, for the message.
 * @param {boolean} isResumable A later turn would retry the same upload. One that S3 can never complete has to start again.
 * @returns {import('../../errors.js').SluiceError} `storage/conflict` if somebody else has changed the target,
 *   `storage/output-gone`, or what `toStorageError` makes of it.
 */
export function commitError(error, name, isResumable) {
  if (isResumable && isUploadMissing(error)) return missingUpload(name, error);
  const { name: code, message } = /** @type {Error} */ (error);
  if (isResumable && NEVER_COMPLETED.has(code)) {
    return outputGone(name, `S3 refuses to put it together (${printable(`${code} ${message}`)})`, error);
  }
  if (code === 'NoSuchBucket' || !CONFLICTS.has(httpStatus(error))) return toStorageError(error, `write ${name}`);
  return new StorageError(
    'storage/conflict',
    `cannot write ${name}: somebody else changed it since the job began; run the job again`,
    { cause: error },
  );
}

/** The parts are not those that were sent, or the whole is not their sum. */
const NEVER_COMPLETED = new Set(['BadDigest', 'EntityTooSmall', 'InvalidPart', 'InvalidPartOrder', 'InvalidRequest']);
/** 404: what `IfMatch` expected is gone, or the upload is. */
const CONFLICTS = new Set([404, 409, 412]);
