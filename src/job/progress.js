/** @import { EntryList } from '../archive/entry-list.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */

/**
 * How far a job has come.
 *
 * @typedef {object} Progress
 * @property {string} path The entry at work.
 * @property {EntryOutcome['action']} action
 * @property {number} entry Its number, from 1.
 * @property {number} entries How many there are.
 * @property {number} bytesIn Inflated bytes so far, of the whole job.
 * @property {number} bytesResumed Of these, what an earlier turn had inflated.
 * @property {number} bytesTotal What the directory declares for all of it.
 * @property {number} records Read so far, of the whole job.
 * @property {number} seconds Since the first entry was begun.
 */

/**
 * @param {EntryList} entries
 * @param {Outcomes} outcomes
 * @param {(progress: Progress) => void} onProgress
 * @returns {(number: number, outcome: EntryOutcome, resumed: EntryOutcome | undefined) => void} To be told of an entry at
 *   work, often, and of what it went on from.
 */
export function followProgress(entries, outcomes, onProgress) {
  const start = performance.now();
  let bytesTotal = 0;
  for (const [index, { bytes }] of entries.entries()) if (outcomes.isPending(index)) bytesTotal += bytes;
  let current = -1;
  let bytesBefore = 0;
  let recordsBefore = 0;
  let resumedBefore = 0;
  /** @type {EntryOutcome | null} */
  let last = null;
  let lastResumed = 0;
  return (number, outcome, resumed) => {
    if (number !== current) {
      bytesBefore += last?.bytesIn ?? 0;
      recordsBefore += last?.records.read ?? 0;
      resumedBefore += lastResumed;
      current = number;
    }
    last = outcome;
    // Where nothing is left to go on with, the entry starts again.
    lastResumed = resumed?.bytesIn ?? 0;
    onProgress({
      path: outcome.path,
      action: outcome.action,
      entry: number + 1,
      entries: entries.length,
      bytesIn: bytesBefore + outcome.bytesIn,
      bytesResumed: resumedBefore + lastResumed,
      bytesTotal,
      records: recordsBefore + outcome.records.read,
      seconds: (performance.now() - start) / 1000,
    });
  };
}
