import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { badDirectory } from './bad-directory.js';
import { LOCAL_HEADER_BYTES } from './local-header.js';

/** @import { Directory } from './end-record.js' */
/** @import { Entry } from './entry.js' */

/**
 * Sees to it that no two entries share bytes, that all lie before the directory, and that none but the archive's own end
 * record could be taken for that.
 *
 * @param {Entry[]} entries Their `end` is filled in.
 * @param {Directory} directory
 * @throws {ArchiveError} `archive/bad-directory`, `archive/overlapping-entries`
 */
export function guardPlaces(entries, directory) {
  const byStart = entries.toSorted((a, b) => a.start - b.start);
  guardOrder(byStart, directory.start);
  guardRivals(byStart, directory.rivals);
}

/**
 * @param {Entry[]} byStart
 * @param {number} directoryStart
 */
function guardOrder(byStart, directoryStart) {
  for (const [index, entry] of byStart.entries()) {
    const next = byStart[index + 1];
    entry.end = next ? next.start : directoryStart;
    const leastEnd = leastEndOf(entry);
    if (leastEnd <= entry.end) continue;
    if (leastEnd > directoryStart) {
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
 * Where two end records are to be had, readers differ in which one they take.
 *
 * @param {Entry[]} byStart
 * @param {number[]} rivals The last one first.
 */
function guardRivals(byStart, rivals) {
  let index = byStart.length - 1;
  for (const rival of rivals) {
    while (index >= 0 && byStart[index].start >= rival) index -= 1;
    // Its local header's extra field is not known yet: what stands behind it may belong to it up to the next one.
    if (index >= 0 && rival < byStart[index].end) continue;
    throw badDirectory(
      `a second end record, at byte ${rival}, belongs to none of the entries; the archive was joined wrongly, or forged`,
    );
  }
}

/** @param {Entry} entry */
function leastEndOf({ start, nameBytes, compressedBytes }) {
  return start + LOCAL_HEADER_BYTES + nameBytes + compressedBytes;
}
