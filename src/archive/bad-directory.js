import { ArchiveError } from '../errors.js';

/**
 * The error for a directory that cannot be trusted as a whole.
 *
 * @param {string} message
 */
export function badDirectory(message) {
  return new ArchiveError('archive/bad-directory', message);
}
