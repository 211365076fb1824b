import { buffer } from 'node:stream/consumers';
import { quoteName } from '../printable.js';
import { badDirectory } from './bad-directory.js';
import { STORED } from './entry.js';
import { isSignature, LOCAL_HEADER_SIGNATURE } from './find-end-record.js';
import { DESCRIPTOR_FLAG, LOCAL_HEADER_BYTES } from './local-header.js';

/** @import { Directory } from './end-record.js' */
/** @import { EntryList } from './entry-list.js' */
/** @import { ReadRange } from './read-ahead.js' */

/**
 * Refuses an archive that libarchive reads as a stream, and in which it cannot tell where an entry ends. It takes the
 * first data descriptor in a stored entry for its end, so that the entry's data can hold another entry. In a folder it
 * looks for any descriptor, and passes over the entries before that.
 *
 * This reads the local headers of all entries, also of those that are refused. It is done for few archives, and reads each
 * of them once at most.
 *
 * @param {EntryList} entries With folders.
 * @param {Uint32Array} order In which they stand in the archive.
 * @param {Directory} directory
 * @param {ReadRange} readRange
 * @throws {ArchiveError} `archive/bad-directory`
 */
export async function guardStreamed(entries, order, { isUnseen }, readRange) {
  if (!isUnseen || order.length === 0) return;
  // A stream has to begin with an entry, or with the mark of an archive that could have been split.
  const first = await buffer(readRange(0, 4));
  if (!isSignature(first.readUInt32LE(0))) return;
  for (const index of order) {
    const { name, start } = entries.get(index);
    const header = await buffer(readRange(start, start + LOCAL_HEADER_BYTES));
    if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) continue;
    if (header.readUInt16LE(8) !== STORED || (header.readUInt16LE(6) & DESCRIPTOR_FLAG) === 0) continue;
    throw badDirectory(
      `entry ${quoteName(name)} is stored, and its sizes stand behind its data: programs that do not find the end record, ` +
        'such as for a comment of over 16 KB, look for them in the data and may read other entries; ' +
        'shorten the comment, or compress the entry',
    );
  }
}
