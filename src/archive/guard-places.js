import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { badDirectory } from './bad-directory.js';
import { LOCAL_HEADER_BYTES } from './local-header.js';

/** @import { Directory } from './end-record.js' */
/** @import { Entry } from './entry.js' */
/** @import { EntryList } from './entry-list.js' */

/**
 * Sees to it that no two entries share bytes, that all lie before the directory, and that none but the archive's own end
 * record could be taken for that.
 *
 * @param {EntryList} entries With folders. Their `end` is filled in.
 * @param {Directory} directory
 * @returns {Uint32Array} The entries' indices, in the order in which they stand in the archive.
 * @throws {ArchiveError} `archive/bad-directory`, `archive/overlapping-entries`
 */
export function guardPlaces(entries, directory) {
  const order = entries.inOrder();
  guardOrder(entries, order, directory.start);
  guardRivals(entries, order, directory);
  return order;
}

/**
 * @param {EntryList} entries
 * @param {Uint32Array} order
 * @param {number} directoryStart
 */
function guardOrder(entries, order, directoryStart) {
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

/**
 * Where two end records are to be had, readers differ in which one they take. One in an entry, or in a header of the
 * directory, is only a part of that.
 *
 * @param {EntryList} entries
 * @param {Uint32Array} order
 * @param {Directory} directory Its `rivals` are in order, the last one first.
 */
function guardRivals(entries, order, { start, end, rivals }) {
  let position = order.length - 1;
  for (const rival of rivals) {
    if (rival >= start && rival < end) continue;
    while (position >= 0 && entries.get(order[position]).start >= rival) position -= 1;
    // Its local header's extra field is not known yet: what stands behind it may belong to it up to the next one.
    if (position >= 0 && rival < entries.get(order[position]).end) continue;
    throw badDirectory(
      `a second end record, at byte ${rival}, belongs to none of the entries; the archive was joined wrongly, or forged`,
    );
  }
}

/** @param {Entry} entry */
function leastEndOf({ start, nameBytes, compressedBytes }) {
  return start + LOCAL_HEADER_BYTES + nameBytes + compressedBytes;
}
