import { LockedError } from '../errors.js';
import { printable } from '../printable.js';

/** @import { ArchivePassword } from '../archive/password.js' */
/** @import { StoredCheckpoint } from './checkpoint.js' */
/** @import { SealedCheckpoint } from './seal.js' */

/**
 * Opens a sealed checkpoint, with a newer password if need be.
 *
 * @param {ArchivePassword | null} password
 * @param {SealedCheckpoint} sealed
 * @param {string} outputFolder The archive's.
 * @returns {Promise<StoredCheckpoint | null>} Null if it is not opened by this password, nor by a newer one.
 * @throws {LockedError}
 */
export async function openWith(password, sealed, outputFolder) {
  if (password === null) throw lockedError(sealed.outcome, 'there is none now');
  const { openSealed } = await import('./seal.js');
  const opened = password.current && (await openSealed(sealed, password.current, outputFolder));
  if (opened !== null || !(await password.refresh()) || password.current === null) return opened;
  return openSealed(sealed, password.current, outputFolder);
}

/**
 * The error of a checkpoint that stays sealed.
 *
 * @param {{ path: string } | undefined} entry Undefined if no entry was begun yet, and only archives were being opened.
 * @param {string} problem
 */
export function lockedError(entry, problem) {
  const what = entry === undefined ? 'an archive in the archive' : `entry "${printable(entry.path)}"`;
  return new LockedError(
    `${what} was interrupted, and what was done of it waits for the archive's password: ${problem}; give ` +
      'the right one with --password-file FILE or SLUICE_ARCHIVE_PASSWORD (in the function, correct the secret), and the job ' +
      'goes on',
  );
}

/** The problem of a password that does not open it. */
export const ANOTHER = 'the one that is given now is another one, or there is none for this archive';
