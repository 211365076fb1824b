/** @import { EntryList } from '../archive/entry-list.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */

/**
 * How far a job has come.
 *
 * @typedef {object} Progress
 * @property {string} path Of the entry at work.
 * @property {EntryOutcome['action']} action
 * @property {number} entry Its number, from 1.
 * @property {number} entries How many there are.
 * @property {number} bytesIn Inflated so far, of all entries.
 * @property {number} bytesResumed Of these, what an earlier turn had inflated.
 * @property {number} bytesTotal What the directory declares for all pending entries.
 * @property {number} records Read so far, of all entries.
 * @property {number} seconds Since the first entry began.
 */

/**
 * @param {EntryList} entries
 * @param {Outcomes} outcomes
 * @param {(progress: Progress) => void} [onProgress]
 * @returns {(number: number, counts: EntryOutcome, bytesResumed: number) => void} Reports the entry at work. `number` counts
 *   from 0; `bytesResumed` is what its checkpoint had counted.
 */
export function followProgress(entries, outcomes, onProgress) {
  if (onProgress === undefined) return () => {};
  const start = performance.now();
  let bytesTotal = 0;
  for (const [index, { bytes }] of entries.entries()) if (outcomes.isPending(index)) bytesTotal += bytes;
  let before = NOTHING;
  let last = NOTHING;
  let lastNumber = -1;
  return (number, { path, action, bytesIn, records }, bytesResumed) => {
    if (number !== lastNumber) before = last;
    lastNumber = number;
    last = {
      bytesIn: before.bytesIn + bytesIn,
      bytesResumed: before.bytesResumed + bytesResumed,
      records: before.records + records.read,
    };
    onProgress({
      path,
      action,
      entry: number + 1,
      entries: entries.length,
      ...last,
      bytesTotal,
      seconds: (performance.now() - start) / 1000,
    });
  };
}

const NOTHING = { bytesIn: 0, bytesResumed: 0, records: 0 };
