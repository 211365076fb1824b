import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { badDirectory } from './bad-directory.js';
import { utf8Name } from './entry-name.js';
import { findRecord, notListed, searchRange } from './guard-gap.js';
import { isNameOf, LOCAL_HEADER_BYTES, localHeaderLength, localNameEnd } from './local-header.js';
import { isSignature, LOCAL_HEADER_SIGNATURE, readSignature } from './signatures.js';
import { namesBesides } from './unicode-path.js';

/** @import { EntryList } from './entry-list.js' */
/** @import { Directory } from './find-directory.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * Refuses an archive that shows different entries to programs that rely on local headers. A program that reads the
 * archive as a stream sees entries that the directory does not list, and some programs take names from the local
 * headers.
 *
 * Checks only the tail, which is all of a small archive. Before the tail, `guardGap` checks the bytes after each entry
 * when that is read.
 *
 * @param {EntryList} entries Including folders.
 * @param {Uint32Array} order The entries' indices, sorted by offset.
 * @param {Directory} directory
 * @param {ByteSource} source
 * @throws {ArchiveError} `archive/bad-directory`, `archive/duplicate-name`
 */
export async function guardLocalHeaders(entries, order, { archiveStart, tail }, source) {
  if (order.length === 0) return;
  await guardBeginning(entries.get(order[0]).start, archiveStart, source);
  const renamed = new Map(entries.otherNames);
  for (const index of order.toReversed()) {
    const entry = entries.get(index);
    if (entry.start < tail.start) break;
    const bytes = tail.bytes.subarray(entry.start - tail.start, entry.end - tail.start);
    // An entry without a complete local header fails when it is read.
    if (bytes.length < LOCAL_HEADER_BYTES || bytes.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) continue;
    const localName = bytes.subarray(LOCAL_HEADER_BYTES, localNameEnd(bytes));
    if (!isNameOf(entry, localName)) renamed.set(utf8Name(localName), entry.name);
    const extra = bytes.subarray(localNameEnd(bytes), localHeaderLength(bytes));
    for (const other of namesBesides(extra, localName)) if (other !== entry.name) renamed.set(other, entry.name);
    const dataEnd = localHeaderLength(bytes) + entry.compressedBytes;
    const found = findRecord(bytes, dataEnd);
    if (found >= 0) throw notListed(entry.start + found, entry, bytes.subarray(found));
  }
  guardLocalNames(entries, renamed);
}

/**
 * An entry whose local header or Unicode path has another name is refused on its own. If that name belongs to another
 * entry, some programs confuse the two, so the archive is refused.
 *
 * @param {EntryList} entries
 * @param {Map<string, string>} renamed From the other name to the entry's name in the directory.
 */
function guardLocalNames(entries, renamed) {
  if (renamed.size === 0) return;
  for (let index = 0; index < entries.length; index++) {
    const text = entries.names.get(index);
    const name = renamed.get(text);
    // Nothing is written for a folder.
    if (name === undefined || entries.isFolder(index)) continue;
    throw new ArchiveError(
      'archive/duplicate-name',
      `entry ${quoteName(name)} has the name of entry ${quoteName(text)} to some programs; the archive was forged`,
    );
  }
}

/**
 * Before the first entry there may be a program, padding, or the marker of an archive that was meant to be split.
 *
 * @param {number} firstStart
 * @param {number} archiveStart
 * @param {ByteSource} source
 */
async function guardBeginning(firstStart, archiveStart, source) {
  // If the archive begins later, `findDirectory` has checked the beginning.
  if (firstStart <= 4 || archiveStart >= 4) return;
  const first = await readSignature(source);
  if (!isSignature(first)) return;
  const mayBePadding = first === LOCAL_HEADER_SIGNATURE && firstStart <= MAX_PADDING_BYTES;
  if (mayBePadding && (await searchRange(0, firstStart, source)) === null) return;
  throw badDirectory(
    'the archive begins with a record that its directory does not list; it was joined wrongly, or forged',
  );
}

/** Before the first entry. It is searched at once, before the job can pause. */
const MAX_PADDING_BYTES = 1024 * 1024;
