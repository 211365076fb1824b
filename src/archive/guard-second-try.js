import { isAscii } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { ArchiveError } from '../errors.js';
import { badDirectory } from './bad-directory.js';
import { endRecordLength, findEndRecords } from './end-record.js';
import { areOddFlags, DESCRIPTOR_FLAG, UTF8_FLAG } from './entry.js';
import { HAS_DESCRIPTOR, HAS_ODD_FLAGS, IS_UTF8 } from './entry-flags.js';
import { checkLocalHeader, LOCAL_HEADER_BYTES, mismatch } from './local-header.js';

/** @import { Entry } from './entry.js' */
/** @import { EntryList } from './entry-list.js' */
/** @import { Directory } from './find-directory.js' */
/** @import { ReadRange } from './read-ahead.js' */

/**
 * Refuses an archive that 7-Zip reads as another one. Where a local header disagrees with the directory, it tries again: it
 * reads local headers one after the other, and takes the directory behind them. An entry may hold that directory, with an end
 * record whose comment reaches to the end of the file.
 *
 * Reads the local headers of all entries, including refused ones. Hardly any archive needs it.
 *
 * @param {EntryList} entries Including folders.
 * @param {Uint32Array} order The entries' indices, sorted by offset.
 * @param {Pick<Directory, 'tail' | 'endRecord'>} directory
 * @param {ReadRange} readRange
 * @throws {ArchiveError} `archive/bad-directory`
 */
export async function guardSecondTry(entries, order, directory, readRange) {
  const other = otherEndRecord(directory);
  if (other === null) return;
  for (const index of order) {
    const error = (await headerFault(entries.get(index), readRange)) ?? (await flagsFault(entries, index, readRange));
    if (error === null) continue;
    throw badDirectory(
      `${error.message}; beside that, a second end record, at byte ${other}, fits the file's end: some programs go by that one`,
    );
  }
}

/**
 * @param {Pick<Directory, 'tail' | 'endRecord'>} directory
 * @returns {number | null} The offset of an end record, besides the archive's own, whose comment reaches to the end of the file.
 */
function otherEndRecord({ tail: { start, bytes }, endRecord }) {
  for (const position of findEndRecords(bytes)) {
    const reachesToEnd = position + endRecordLength(bytes, position) === bytes.length;
    if (reachesToEnd && start + position !== endRecord) return start + position;
  }
  return null;
}

/**
 * 7-Zip also compares flags that say nothing here.
 *
 * @param {EntryList} entries
 * @param {number} index
 * @param {ReadRange} readRange
 * @returns {Promise<ArchiveError | null>}
 */
async function flagsFault(entries, index, readRange) {
  const entry = entries.get(index);
  const header = await buffer(readRange(entry.start, entry.start + LOCAL_HEADER_BYTES + entry.nameBytes));
  //  6 - general purpose bit flags
  const flags = header.readUInt16LE(6);
  //  8 - compression method
  const isOdd = areOddFlags(flags, header.readUInt16LE(8));
  const isUtf8 = (flags & UTF8_FLAG) !== 0 && !isAscii(header.subarray(LOCAL_HEADER_BYTES));
  const hasDescriptor = (flags & DESCRIPTOR_FLAG) !== 0;
  const areSame =
    isUtf8 === entries.hasFlag(index, IS_UTF8) && hasDescriptor === entries.hasFlag(index, HAS_DESCRIPTOR);
  return areSame && !isOdd && !entries.hasFlag(index, HAS_ODD_FLAGS) ? null : mismatch(entry, 'it has other flags');
}

/**
 * @param {Entry} entry
 * @param {ReadRange} readRange
 * @returns {Promise<ArchiveError | null>}
 */
async function headerFault(entry, readRange) {
  let needed = LOCAL_HEADER_BYTES;
  try {
    for (;;) {
      const end = Math.min(entry.end, entry.start + needed);
      const bytes = await buffer(readRange(entry.start, end));
      needed = checkLocalHeader(bytes, entry);
      if (needed <= bytes.length || entry.start + bytes.length >= entry.end) return null;
    }
  } catch (error) {
    if (error instanceof ArchiveError) return error;
    throw error;
  }
}
