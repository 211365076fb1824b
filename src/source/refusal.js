import { RefusedError } from '../errors.js';
import { httpStatus } from '../storage/http-status.js';
import { toStorageError } from '../storage/storage-error.js';

/**
 * Recognizes errors in deleting or tagging an archive that every further attempt would also get. A missing permission
 * is not one of them, since it can be granted before the platform gives up.
 *
 * @param {unknown} error
 * @param {string} doing As for `toStorageError`.
 * @returns {RefusedError | null} `storage/protected`, `storage/archived` or `storage/refused`; null if another attempt
 *   may succeed.
 */
export function refusedForGood(error, doing) {
  const { code, message } = toStorageError(error, doing);
  const { name = '', message: answer = '' } = Object(error);
  if (httpStatus(error) === 403 && PROTECTED.test(answer)) {
    return new RefusedError('storage/protected', `${message}; it stays`, { cause: error });
  }
  if (code === 'storage/archived') return new RefusedError(code, message, { cause: error });
  if (!REFUSALS.has(httpStatus(error)) || code !== 'storage/failed' || TRANSIENT.test(name)) return null;
  return new RefusedError('storage/refused', `${message}; no other try would succeed`, { cause: error });
}

// Only the message distinguishes these from a missing permission: "Access Denied because object protected by object
// lock", "Mfa Authentication must be used for this request".
const PROTECTED = /object lock|mfa authentication/i;
// The request is wrong (400), or the storage does not support it (501).
const REFUSALS = new Set([400, 501]);
// A status of 400 may also mean that the request arrived damaged or expired, or that there were too many requests.
const TRANSIENT =
  /Digest|Mismatch|IncompleteBody|Throttl|SlowDown|TooManyRequests|RequestLimitExceeded|Expired|TokenRefresh/;
