import { StorageError } from '../errors.js';

/**
 * A suspended output can never be resumed: its entry has to start again.
 *
 * @param {string} name Escaped, for the message.
 * @param {string} reason
 * @param {unknown} [cause]
 * @returns {StorageError} `storage/output-gone`
 */
export function outputGone(name, reason, cause) {
  return new StorageError('storage/output-gone', `cannot go on with ${name}: ${reason}; it is begun again`, { cause });
}
