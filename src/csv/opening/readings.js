import { isSurelyApostrophes } from './apostrophes.js';
import { isData } from './cell-shape.js';
import { fieldValues } from './field-values.js';
import { findTable } from './find-table.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from './find-table.js' */
/** @import { Reading } from './split-records.js' */

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
 * Delimiters other than the usual ones that occur in the first lines equally often, the commonest first.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function rareDelimiters(text) {
  const lines = text
    .split(/\r\n|[\n\r]/, SEARCHED_LINES + 1)
    .slice(0, SEARCHED_LINES)
    .filter(Boolean);
  const counts = new Map();
  for (const line of lines) {
    for (const [found] of line.matchAll(PUNCTUATION)) {
      counts.set(found, (counts.get(found) ?? 0) + 1);
      // A run may hold a delimiter and empty fields.
      if (found[1] === found[0]) counts.set(found[0], (counts.get(found[0]) ?? 0) + 1);
    }
  }
  for (const spaced of SPACED) {
    const parts = text.slice(0, SEARCHED_CHARACTERS).split(spaced).length - 1;
    if (parts > 0) counts.set(spaced, parts);
  }
  return [...counts]
    .filter(([delimiter, count]) => !USUAL.includes(delimiter) && count >= lines.length / 2)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_RARE)
    .map(([delimiter]) => delimiter);
}

/**
 * Whether a delimiter stands in no value.
 *
 * @param {string} delimiter
 */
export function isControl(delimiter) {
  return /^[\x01-\x08\x1c-\x1f]+$/.test(delimiter);
}

/**
 * Whether a rare delimiter splits a table so evenly that it must be one.
 *
 * @param {Table} table
 * @param {string} text
 */
export function isCertain({ reading, records, first, width, good, bad }, text) {
  const { delimiter } = reading;
  const single = delimiter.length === 1;
  if (width < 2 || good < 1 || bad > good * FEW) return false;
  // A line with a usual delimiter may be the header, with a mistake.
  const before = text.slice(0, records[first].start);
  if (first > 0 && (width < 3 || USUAL.some(usual => before.includes(usual)))) return false;
  if (first > 0 && fieldValues(text, records[first], reading).some(isData)) return false;
  const bytes = text.slice(records[0].start, records[records.length - 1].end);
  if (WORD.test(delimiter)) return width > 2 && good > 1 && bad === 0 && first === 0;
  if (delimiter === ':') return bad === 0 && (width > 2 || !bytes.includes(': ')) && !/^[\d:.\s]*$/.test(bytes);
  return single ? bad === 0 || good > 4 : good > 1 || bad === 0;
}

/**
 * Finds the table under its delimiter repeated, as in `a||b||c`, where the fields between are empty in all records. With one
 * of the usual delimiters, many such fields are needed.
 *
 * @param {Sample} sample
 * @param {Table} table Under the single delimiter.
 * @param {TableOptions} options
 * @returns {Table | null}
 */
export function findRepeated(sample, { reading, records, first, width }, options) {
  const { delimiter } = reading;
  // A comma is not tried: spreadsheets have columns that only keep others apart.
  if (delimiter === ',' || width < 3) return null;
  const rows = records.length - first;
  const [least, leastRows] = USUAL.includes(delimiter) ? [MIN_EMPTY, 3] : [1, 2];
  for (const times of [4, 3, 2]) {
    const repeated = delimiter.repeat(times);
    const fields = (width - 1) / times + 1;
    if (!Number.isInteger(fields) || rows < leastRows || rows * (width - fields) < least) continue;
    if (!sample.text.includes(repeated)) continue;
    const table = findTable(sample, { ...reading, delimiter: repeated }, options);
    if (table.first !== first || table.bad > 0 || table.width !== fields || table.records.length !== records.length)
      continue;
    const names = fieldValues(sample.text, table.records[first], table.reading);
    if (names.every(name => name !== '' && !name.startsWith(delimiter) && !name.endsWith(delimiter))) return table;
  }
  return null;
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
const MIN_EMPTY = 8;
const MAX_RARE = 6;
const SEARCHED_LINES = 20;
const SEARCHED_CHARACTERS = 8192;
const USUAL = [',', ';', '\t', '|'];
const SPACED = [', ', '; ', ' | ', ' - '];
/** Punctuation that may be a delimiter, alone or repeated; two bytes are one character such as § in UTF-8. */
const PUNCTUATION = /([:~^!#$%&*+=/@\\ ,;|\t\x01-\x08\x1c-\x1f])\1*|\xc2[\xa1-\xbf]/g;
/** What also stands within values. */
const WORD = /^[ \-+=/@.&*#$%\\!]+$/;
