import { badDirectory } from './bad-directory.js';

/** @import { EntryList } from './entry-list.js' */
/** @import { Directory } from './find-directory.js' */

/**
 * Refuses an archive with two end records, of which readers take different ones. One inside an entry, or inside a header
 * of the directory, is only a part of that.
 *
 * @param {EntryList} entries With folders and their `end`.
 * @param {Uint32Array} order The entries' indices, by their offsets.
 * @param {Directory} directory
 * @throws {ArchiveError} `archive/bad-directory`
 */
export function guardRivals(entries, order, { start, end, rivals }) {
  let position = order.length - 1;
  for (const rival of rivals) {
    if (rival >= start && rival < end) continue;
    while (position >= 0 && entries.get(order[position]).start >= rival) position -= 1;
    // How long the local header is, is not known yet: all bytes up to the next entry may belong to this one.
    if (position >= 0 && rival < entries.get(order[position]).end) continue;
    throw badDirectory(
      `a second end record, at byte ${rival}, belongs to none of the entries; the archive was joined wrongly, or forged`,
    );
  }
}
