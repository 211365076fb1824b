import { buffer } from 'node:stream/consumers';
import { Turns, WORK_OF_A_READ } from '../streams/turns.js';
import { UNIX_FOLDER, UNIX_TYPE } from './entry-kind.js';
import { checkLocalName, LOCAL_HEADER_BYTES } from './local-header.js';

/** @import { ArchiveError } from '../errors.js' */
/** @import { Entry } from './entry.js' */
/** @import { EntryList } from './entry-list.js' */
/** @import { ReadRange } from './read-ahead.js' */

/**
 * Checks the local headers of folders that are folders only by name and otherwise look like files. A folder's local
 * header is not read later, so one damaged byte in the directory could make a file vanish.
 *
 * @param {EntryList} entries A folder whose local header has another name becomes a file with an error.
 * @param {Uint32Array} order The entries' indices, sorted by offset.
 * @param {ReadRange} readRange
 * @throws {StorageError}
 */
export async function confirmFolders(entries, order, readRange) {
  const turns = new Turns();
  for (const index of order) {
    const entry = entries.get(index);
    if (!entry.isFolder || !looksLikeFile(entry)) continue;
    // A header that is in memory already is read without any turn.
    await turns.before(WORK_OF_A_READ);
    const end = entry.start + LOCAL_HEADER_BYTES + entry.nameBytes;
    const header = await buffer(readRange(entry.start, end));
    try {
      checkLocalName(header, entry);
    } catch (error) {
      entries.refuseFolder(index, /** @type {ArchiveError} */ (error));
    }
  }
}

/** @param {Entry} entry */
function looksLikeFile({ bytes, unixMode }) {
  const type = unixMode & UNIX_TYPE;
  return bytes > 0 || (type !== 0 && type !== UNIX_FOLDER);
}
