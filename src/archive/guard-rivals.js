import { badDirectory } from './bad-directory.js';

/** @import { EntryList } from './entry-list.js' */
/** @import { Directory } from './find-directory.js' */

/**
 * Refuses an archive with several end records, of which readers would use different ones. An end record inside an
 * entry, or inside a header of the directory, is harmless.
 *
 * @param {EntryList} entries Including folders, with `end` set.
 * @param {Uint32Array} order The entries' indices, sorted by offset.
 * @param {Directory} directory
 * @throws {ArchiveError} `archive/bad-directory`
 */
export function guardRivals(entries, order, { start, end, rivals }) {
  let position = order.length - 1;
  for (const rival of rivals) {
    if (rival >= start && rival < end) continue;
    while (position >= 0 && entries.get(order[position]).start >= rival) position -= 1;
    // The local header's length is not known yet: all bytes up to the next entry may belong to this one.
    if (position >= 0 && rival < entries.get(order[position]).end) continue;
    throw badDirectory(
      `a second end record, at byte ${rival}, belongs to none of the entries; the archive was joined wrongly, or forged`,
    );
  }
}
