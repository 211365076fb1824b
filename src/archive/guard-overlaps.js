import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { badDirectory } from './bad-directory.js';
import { LOCAL_HEADER_BYTES } from './local-header.js';

/** @import { Entry } from './entry.js' */
/** @import { EntryList } from './entry-list.js' */
/** @import { Directory } from './find-directory.js' */

/**
 * Refuses entries that share bytes with each other or with the directory.
 *
 * @param {EntryList} entries Including folders. Sets their `end`.
 * @param {Uint32Array} order The entries' indices, sorted by offset.
 * @param {Directory} directory
 * @throws {ArchiveError} `archive/bad-directory`, `archive/overlapping-entries`
 */
export function guardOverlaps(entries, order, { start: directoryStart }) {
  for (const [position, index] of order.entries()) {
    const entry = entries.get(index);
    const next = position + 1 < order.length ? entries.get(order[position + 1]) : null;
    const end = next?.start ?? directoryStart;
    entries.setEnd(index, end);
    const leastEnd = leastEndOf(entry);
    if (leastEnd <= end) continue;
    if (leastEnd > directoryStart || next === null) {
      throw badDirectory(
        `entry ${quoteName(entry.name)} would reach to byte ${leastEnd}, past the directory at ${directoryStart}`,
      );
    }
    throw new ArchiveError(
      'archive/overlapping-entries',
      `entries ${quoteName(entry.name)} and ${quoteName(next.name)} share bytes of the archive, as no honest archive's do`,
    );
  }
}

/** @param {Entry} entry */
function leastEndOf({ start, nameBytes, compressedBytes }) {
  return start + LOCAL_HEADER_BYTES + nameBytes + compressedBytes;
}
