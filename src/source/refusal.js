import { RefusedError } from '../errors.js';
import { httpStatus, toStorageError } from '../storage/storage-error.js';

/**
 * What S3 said to a request that tags or deletes an archive, where every other try would get the same answer. A missing
 * permission is not among these, since it can be granted before the platform gives up.
 *
 * @param {unknown} error
 * @param {string} doing As for `toStorageError`.
 * @returns {RefusedError | null} `storage/protected`, `storage/archived`, `storage/refused`; null where another try may
 *   succeed.
 */
export function refusedForGood(error, doing) {
  const { code, message } = toStorageError(error, doing);
  const { name = '', message: said = '' } = Object(error);
  if (httpStatus(error) === 403 && PROTECTED.test(said)) {
    return new RefusedError('storage/protected', `${message}; it stays`, { cause: error });
  }
  if (code === 'storage/archived') return new RefusedError(code, message, { cause: error });
  if (!FOR_GOOD.has(httpStatus(error)) || code !== 'storage/failed' || PASSING.test(name)) return null;
  return new RefusedError('storage/refused', `${message}; no other try would succeed`, { cause: error });
}

// S3 says nothing else that tells these from a missing permission: "Access Denied because object protected by object
// lock", "Mfa Authentication must be used for this request".
const PROTECTED = /object lock|mfa authentication/i;
// Of the statuses that S3 answers with, 400 says that the request is wrong, 501 that the storage cannot do it.
const FOR_GOOD = new Set([400, 501]);
// These come with 400 too, and say that the request arrived damaged, or that there were too many.
const PASSING =
  /Digest|Mismatch|IncompleteBody|Throttl|SlowDown|TooManyRequests|RequestLimitExceeded|Expired|TokenRefresh/;
