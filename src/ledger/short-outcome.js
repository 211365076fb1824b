/** @import { EntryOutcome } from '../entry-outcome.js' */

/**
 * An outcome of which only the error's code was kept, without members that are null, empty or zero, and without the counts that do not
 * fit into a line of 200 bytes beside the name and addresses. The manifest's totals have those too.
 *
 * @param {EntryOutcome} outcome
 * @returns {object} From which `withLaterMembers` makes an outcome again.
 */
export function shortOutcome({ error, ...outcome }) {
  /** @type {Record<string, any>} */
  const short = { ...withoutZeros(outcome), error: { code: error?.code } };
  for (const [name, count] of LEAST_TELLING) {
    if (lengthOf(short) <= MAX_LENGTH) break;
    if (count === undefined) delete short[name];
    else delete short[name]?.[count];
  }
  return short;
}

/**
 * @param {object} counts
 * @returns {Record<string, any>}
 */
function withoutZeros(counts) {
  /** @type {Record<string, unknown>} */
  const kept = {};
  for (const [name, value] of Object.entries(counts)) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const rest = isObject ? withoutZeros(value) : value;
    const isEmpty = typeof rest === 'object' && rest !== null && Object.keys(rest).length === 0;
    if (rest !== null && rest !== 0 && !isEmpty) kept[name] = rest;
  }
  return kept;
}

/** @param {Record<string, any>} short */
function lengthOf({ output, rejected, reasons, ...short }) {
  return JSON.stringify({ ...short, path: '' }).length;
}

/** Without its spaces, comma and line end. */
const MAX_LENGTH = 200 - 6;
/** Members, and counts in them, in the order in which they are left out. */
const LEAST_TELLING = [
  ...[['where'], ['dates'], ['phones'], ['notUtf8'], ['repeatedKeys'], ['bytesOut']],
  ...[['records', 'skipped'], ['records', 'filtered'], ['records', 'written'], ['bytesIn']],
  // Beside a code that is longer than any of ours.
  ['records'],
];
