import { EntryList } from '../archive/entry-list.js';
import { refusalOf } from './inner-refusals.js';

/** @import { LikelyCharset } from '../archive/open-archive.js' */
/** @import { Begun } from './begun-archive.js' */
/** @import { NestedCounts } from './nested-limits.js' */

/**
 * @typedef {object} InnerListingState Plain data.
 * @property {number[]} firsts Where the entries of each archive begin.
 * @property {ReturnType<EntryList['state']>} entries
 * @property {[index: number, code: string, message: string][]} refused The outermost archive's entries that could not be opened.
 * @property {Begun | null} begun
 * @property {NestedCounts} counts
 * @property {LikelyCharset | null} [namesLike] Absent from checkpoints of versions that did not say.
 */

/**
 * @param {EntryList} entries The outermost archive's, with those of the archives within it.
 * @param {number} ownEntries How many the outermost one has.
 * @returns {Pick<InnerListingState, 'firsts' | 'entries' | 'refused'>}
 */
export function entriesState(entries, ownEntries) {
  return {
    firsts: entries.firsts.slice(1),
    entries: entries.state(ownEntries, entries.length),
    refused: entries.state().errors,
  };
}

/**
 * @param {EntryList} entries The outermost archive's. Gets those of the archives within it.
 * @param {Pick<InnerListingState, 'firsts' | 'entries' | 'refused'>} state
 */
export function restoreEntries(entries, { firsts, entries: stored, refused }) {
  const ownEntries = entries.length;
  const all = EntryList.from(stored);
  for (const [position, first] of firsts.entries()) {
    entries.beginArchive();
    const end = firsts[position + 1] ?? ownEntries + all.length;
    for (let index = first; index < end; index++) {
      const entry = all.get(index - ownEntries);
      // It comes back from a checkpoint, which somebody may have written.
      entries.push({ ...entry, error: entry.error ?? refusalOf(entry.name) });
    }
  }
  entries.setErrors(refused);
}
