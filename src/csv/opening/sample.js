import { isLonger } from './delimiters/trailing-delimiter.js';
import { holdsBareReturn } from './text/field-values.js';
import { baseReading } from './text/readings.js';
import { splitRecords } from './text/split-records.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */

/**
 * How much of an entry has to be examined. Where the rule says all that it can, that is two records, unless they look as if the
 * entry had a trailing delimiter or line ends of CR.
 *
 * @param {string} text What has arrived of the entry, one character a byte, after the lines that are skipped in any case.
 * @param {boolean} whole Whether the entry ends with it.
 * @param {CsvRule} rule
 * @returns {number | null} null if more has to arrive.
 */
export function sampleBytes(text, whole, rule) {
  return fewBytes(text, rule) ?? (whole || text.length > SAMPLE_BYTES ? SAMPLE_BYTES : null);
}

/**
 * Does not depend on how much has arrived, so that the same is found however an entry is cut.
 *
 * @param {string} text
 * @param {CsvRule} rule
 * @returns {number | null} How much is enough, if that is less than `SAMPLE_BYTES`.
 */
function fewBytes(text, rule) {
  const { delimiter, quote, escape: escaping, skipLines, comments, header } = rule;
  if (header === 'auto' || [delimiter, quote, escaping, skipLines, comments].includes('auto')) return null;
  const reading = baseReading(rule, null);
  const [first, second] = splitRecords(text, reading, false, Infinity);
  if (first === undefined || holdsBareReturn(text, first, reading)) return null;
  if (Array.isArray(header) && isLonger(first, header.length)) return null;
  if (header !== true) return first.after;
  if (second === undefined) return null;
  const isTrailing = second.width === first.width + 1 && second.emptyLast;
  const isShort = second.width === first.width - 1 && first.emptyLast;
  return isTrailing || isShort ? null : second.after;
}

/** How much of an entry is examined at most. */
export const SAMPLE_BYTES = 65_536;
