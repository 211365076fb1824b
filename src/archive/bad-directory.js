import { ArchiveError } from '../errors.js';

/**
 * The error for whatever makes the directory as a whole untrustworthy.
 *
 * @param {string} message
 */
export function badDirectory(message) {
  return new ArchiveError('archive/bad-directory', message);
}
