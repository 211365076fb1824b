import { isSurelyApostrophes } from '../quotes/apostrophes.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { Reading } from './reading.js' */

/**
 * RFC 4180, but for what the rule says.
 *
 * @param {CsvRule} rule
 * @param {string | null} sepDelimiter The delimiter that a line with `sep=` says.
 * @returns {Reading}
 */
export function baseReading({ delimiter, quote, escape: escaping, comments }, sepDelimiter) {
  return {
    delimiter: delimiter === 'auto' ? (sepDelimiter ?? ',') : binary(delimiter),
    quote: quote === 'auto' ? '"' : quote,
    escape: escaping === 'auto' ? 'double' : escaping,
    spaces: false,
    cr: false,
    comments: comments === 'auto' || comments === 'none' ? null : binary(comments),
  };
}

/**
 * @param {string} text
 * @returns {string} One character a byte of UTF-8.
 */
function binary(text) {
  if (text.length === 1 && text < '\x80') return text;
  return Buffer.from(text).toString('latin1');
}

/**
 * Readings other than the base one, with the same delimiter, that the rule allows and the text may be meant in.
 *
 * @param {Reading} base
 * @param {CsvRule} rule
 * @param {string} text
 * @returns {Reading[]}
 */
export function otherReadings(base, rule, text) {
  const { delimiter } = base;
  /** @type {Reading['quote'][]} */
  const quotes = rule.quote === 'auto' ? ['"', "'", 'none'] : [rule.quote];
  /** @type {Reading[]} */
  const readings = [];
  for (const quote of quotes) {
    if (quote === 'none') {
      readings.push({ ...base, quote });
      continue;
    }
    if (!text.includes(quote)) continue;
    /** @type {Reading['escape'][]} */
    const escapes = rule.escape === 'auto' ? ['double'] : [rule.escape];
    if (rule.escape === 'auto' && delimiter !== '\\' && text.includes(`\\${quote}`)) escapes.push('backslash');
    // A rule that gives quote and escape means them as they are.
    const mayHaveSpaces = delimiter.trim() !== '' && (rule.quote === 'auto' || rule.escape === 'auto');
    const hasSpaces = mayHaveSpaces && (text.includes(` ${quote}`) || text.includes(`${quote} `));
    for (const escaping of escapes) {
      for (const spaces of hasSpaces ? [false, true] : [false])
        readings.push({ ...base, quote, escape: escaping, spaces });
    }
    if (rule.escape === 'auto') readings.push({ ...base, quote, escape: 'loose' });
  }
  return readings.filter(reading => !isSame(reading, base));
}

/**
 * Whether another reading is to be preferred: more records are good under it, a larger share is, and the text has what the
 * reading is about.
 *
 * @param {Table} other
 * @param {Table} best What has been found so far.
 * @param {Table} base The table as RFC 4180, or as the rule says.
 * @param {CsvRule} rule
 */
export function isBetter(other, best, base, rule) {
  if (other.width < 2) return false;
  if (isSurelyApostrophes(other, best, base)) return true;
  // Without a delimiter that splits the lines, no record is good.
  const isGiven = rule.delimiter !== 'auto';
  if ((isGiven || best.width > 1) && (other.good <= best.good || other.share <= best.share)) return false;
  if (other.reading.delimiter !== base.reading.delimiter && !(isPoor(base) && other.bad <= other.good * FEW))
    return false;
  const { quote, escape: escaping, spaces } = other.reading;
  const isPlain = quote === 'none' || (escaping === 'loose' && quote === base.reading.quote);
  if (isPlain && !curesBroken(other, base)) return false;
  if (escaping === 'loose' && !isSurelyLoose(other, best, base)) return false;
  if (quote === base.reading.quote && !spaces) return true;
  const gained = other.good - (isGiven || base.width > 1 ? base.good : 0);
  if (gained < 2 && gained < other.records.length * FEW) return false;
  if (quote === base.reading.quote) return true;
  const quoted = countQuoted(base);
  if (quote !== 'none') return countQuoted(other) > quoted;
  const broken = countBroken(base);
  return broken > quoted && broken >= base.records.length * FEW;
}

/**
 * Whether quotes are broken in several records, and hardly in any of them under the other reading. A few broken quotes are
 * mistakes.
 *
 * @param {Table} other
 * @param {Table} base
 */
function curesBroken({ records, width }, base) {
  const good = new Set();
  for (const record of records) if (record.sound && record.width === width) good.add(record.start);
  const broken = base.records.filter(({ sound }) => !sound);
  const cured = broken.filter(({ start }) => good.has(start));
  return broken.length >= MIN_BROKEN && cured.length >= broken.length * NEARLY_ALL;
}

/**
 * Whether quotes within quotes are plain in so many records that it cannot be a mistake.
 *
 * @param {Table} table With plain quotes.
 * @param {Table} best
 * @param {Table} base
 */
function isSurelyLoose({ good, bad, records, reading }, best, base) {
  const gained = good - best.good;
  const least = Math.max(2, records.length * FEW);
  if (gained < least || bad > good * FEW) return false;
  return reading.quote !== base.reading.quote || countBroken(base) >= least;
}

/**
 * Whether most records are bad, or have one field only.
 *
 * @param {Table} table
 */
export function isPoor({ width, good, bad }) {
  return width < 2 || (bad > 0 && bad >= good);
}

/** @param {Table} table */
function countBroken({ records }) {
  return records.filter(({ sound }) => !sound).length;
}

/** @param {Pick<Table, 'records'>} table */
export function countQuoted({ records }) {
  let quoted = 0;
  for (const record of records) quoted += record.quoted;
  return quoted;
}

/**
 * @param {Reading} one
 * @param {Reading} other
 */
function isSame(one, other) {
  return one.quote === other.quote && one.escape === other.escape && one.spaces === other.spaces;
}

const FEW = 0.1;
const NEARLY_ALL = 0.9;
const MIN_BROKEN = 3;
