import { buffer } from 'node:stream/consumers';
import { quoteName } from '../printable.js';
import { Turns, WORK_OF_A_READ } from '../streams/turns.js';
import { badDirectory } from './bad-directory.js';
import { DEFLATED, DESCRIPTOR_FLAG, STORED } from './entry.js';
import { LOCAL_HEADER_BYTES } from './local-header.js';
import { methodName } from './method-name.js';
import { isSignature, LOCAL_HEADER_SIGNATURE } from './signatures.js';

/** @import { EntryList } from './entry-list.js' */
/** @import { Directory } from './find-directory.js' */
/** @import { ReadRange } from './read-ahead.js' */

/**
 * Refuses an archive that libarchive reads as a stream without knowing where an entry ends. It takes the first data
 * descriptor in a stored entry, or in one of a method that it lacks, for its end, so the entry's data can hold another
 * entry. For a folder it looks for any descriptor and skips the entries before that.
 *
 * Reads the local headers of all entries, including refused ones. Few archives need it.
 *
 * @param {EntryList} entries Including folders.
 * @param {Uint32Array} order The entries' indices, sorted by offset.
 * @param {Directory} directory
 * @param {ReadRange} readRange
 * @throws {ArchiveError} `archive/bad-directory`
 */
export async function guardStreamed(entries, order, { isUnseen }, readRange) {
  if (!isUnseen || order.length === 0) return;
  // A stream must begin with an entry, or with the marker of an archive that was meant to be split.
  const first = await buffer(readRange(0, 4));
  if (!isSignature(first.readUInt32LE(0))) return;
  const turns = new Turns();
  for (const index of order) {
    // A header that is in memory already is read without any turn.
    await turns.before(WORK_OF_A_READ);
    const { name, start } = entries.get(index);
    const header = await buffer(readRange(start, start + LOCAL_HEADER_BYTES));
    if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) continue;
    // 6 - general purpose bit flags
    if ((header.readUInt16LE(6) & DESCRIPTOR_FLAG) === 0) continue;
    // 8 - compression method
    const method = header.readUInt16LE(8);
    if (method === DEFLATED) continue;
    const how = method === STORED ? 'stored' : `compressed by method ${method} (${methodName(method)})`;
    throw badDirectory(
      `entry ${quoteName(name)} is ${how}, and its sizes stand behind its data: programs that do not find the end record, ` +
        'such as for a comment of over 16 KB, look for them in the data and may read other entries; ' +
        'shorten the comment, or compress the entry by deflate',
    );
  }
}
