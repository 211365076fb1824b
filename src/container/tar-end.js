import { badDirectory } from '../archive/bad-directory.js';
import { ArchiveError } from '../errors.js';

/** @import { ForwardReader } from './forward-reader.js' */

/**
 * Reads what follows the last entry. Programs end at the first zeros, or at the end of the file; with an option they read what
 * follows as further entries.
 *
 * @param {ForwardReader} reader
 */
export async function endOf(reader) {
  for (let length = 0; length <= MAX_PADDING_BYTES; ) {
    const offset = reader.position;
    const bytes = await reader.take(PADDING_READ_BYTES);
    if (bytes.length === 0) return;
    const odd = bytes.findIndex(byte => byte !== 0);
    if (odd !== -1) {
      throw badDirectory(
        `there are other bytes behind the end of the tar archive, from byte ${offset + odd} on; the archive was joined wrongly: ` +
          'send each archive alone',
      );
    }
    length += bytes.length;
  }
  throw badDirectory(
    `more than ${MAX_PADDING_BYTES} zeros follow the end of the tar archive; it was damaged: send it again`,
  );
}

/**
 * POSIX asks for two blocks of zeros. GNU tar, bsdtar and Python take one for the end, and the end of the file too. But a
 * tar has nothing else that tells whether it is whole, so here the end of the file is none. Only a program that does not
 * close its archives leaves out the zeros.
 *
 * @param {ForwardReader} reader
 */
export function hasNoEnd({ position }) {
  return new ArchiveError(
    'archive/truncated',
    `the tar archive ends at byte ${position} without the zeros that mark its end; it was cut off, or its writer did not ` +
      'close it: send it again',
  );
}

const PADDING_READ_BYTES = 64 * 1024;
/**
 * Programs fill up the archive to whole records, of 10 KiB by default and of 1 MiB at most where somebody asks for large
 * ones. They read nothing behind the end. Here it is read, so its length has a limit.
 */
const MAX_PADDING_BYTES = 2 * 1024 ** 2;
