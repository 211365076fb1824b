import { STATUSES } from '../entry-outcome.js';

/** @import { Outcomes } from './outcomes.js' */

/**
 * @typedef {{ entries: number, written: number, skipped: number, failed: number, pending: number, bytesIn: number,
 *   bytesOut: number, recordsRead: number, recordsWritten: number, recordsFiltered: number, recordsBad: number,
 *   recordsSkipped: number, phonesUnparsed: number, datesUnparsed: number, comparisonsUnparsed: number,
 *   valuesNotUtf8?: number }} Totals
 */

/**
 * Sums up over the columns. An object for each outcome would be garbage just when a long manifest is about to be written.
 *
 * @param {Pick<Outcomes, 'length' | 'kinds' | 'sizes' | 'counts' | 'rareCounts' | 'unlisted'>} outcomes
 * @returns {Totals}
 */
export function sumUp({ length, kinds, sizes, counts, rareCounts, unlisted }) {
  const statuses = { written: 0, skipped: 0, failed: 0, pending: 0 };
  const sums = { ...NOTHING, ...unlisted };
  for (let index = 0; index < length; index++) {
    statuses[STATUSES[(kinds[index] >> 2) & 3]] += 1;
    sums.bytesIn += sizes.get(index, 0);
    sums.bytesOut += sizes.get(index, 1);
    sums.recordsRead += counts.get(index, 0);
    sums.recordsWritten += counts.get(index, 1);
    sums.recordsFiltered += counts.get(index, 2);
    sums.recordsBad += counts.get(index, 3);
    sums.recordsSkipped += counts.get(index, 4);
    sums.phonesUnparsed += counts.get(index, 6);
    sums.datesUnparsed += rareCounts.get(index, 1);
    sums.comparisonsUnparsed += rareCounts.get(index, 2);
    sums.valuesNotUtf8 += rareCounts.get(index, 4);
  }
  const { valuesNotUtf8, ...always } = sums;
  return { entries: length, ...statuses, ...always, ...(valuesNotUtf8 > 0 && { valuesNotUtf8 }) };
}

/**
 * @param {any} totals A manifest's, as it was read.
 * @param {Outcomes} outcomes Its entries.
 * @returns {Partial<Totals>} What of the totals had no room in the lines of entries of which only the code was kept.
 */
export function unlistedOf(totals, outcomes) {
  if (!outcomes.hasCodesOnly || totals == null) return {};
  const listed = { ...NOTHING, ...outcomes.sumUp() };
  /** @type {Partial<Totals>} */
  const unlisted = {};
  for (const name of COUNTS) if (totals[name] > listed[name]) unlisted[name] = totals[name] - listed[name];
  return unlisted;
}

const NOTHING = {
  ...{ bytesIn: 0, bytesOut: 0 },
  ...{ recordsRead: 0, recordsWritten: 0, recordsFiltered: 0, recordsBad: 0, recordsSkipped: 0 },
  ...{ phonesUnparsed: 0, datesUnparsed: 0, comparisonsUnparsed: 0, valuesNotUtf8: 0 },
};
const COUNTS = /** @type {(keyof typeof NOTHING)[]} */ (Object.keys(NOTHING));
