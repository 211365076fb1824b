/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { Table } from './find-table.js' */
/** @import { Reading } from './split-records.js' */

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
  const readings = [];
  for (const quote of quotes) {
    if (quote === 'none') {
      readings.push({ ...base, quote });
      continue;
    }
    if (!text.includes(quote)) continue;
    /** @type {Reading['escape'][]} */
    const escapes = rule.escape === 'auto' ? ['double'] : [rule.escape];
    if (rule.escape === 'auto' && text.includes(`\\${quote}`)) escapes.push('backslash');
    // A rule that gives quote and escape means them as they are.
    const mayHaveSpaces = delimiter.trim() !== '' && (rule.quote === 'auto' || rule.escape === 'auto');
    const hasSpaces = mayHaveSpaces && (text.includes(` ${quote}`) || text.includes(`${quote} `));
    for (const escaping of escapes) {
      for (const spaces of hasSpaces ? [false, true] : [false])
        readings.push({ ...base, quote, escape: escaping, spaces });
    }
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
 */
export function isBetter(other, best, base) {
  if (other.width < 2 || other.good <= best.good || other.share <= best.share) return false;
  if (other.reading.delimiter !== base.reading.delimiter && (!isPoor(base) || other.share < NEARLY_ALL)) return false;
  const { quote, spaces } = other.reading;
  if (quote === base.reading.quote && !spaces) return true;
  const gained = other.good - base.good;
  if (gained < 2 && gained < other.records.length * FEW) return false;
  if (quote === base.reading.quote) return true;
  const quoted = countQuoted(base);
  if (quote !== 'none') return countQuoted(other) > quoted;
  const broken = base.records.filter(({ sound }) => !sound).length;
  return broken > quoted && broken >= base.records.length * FEW;
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
      if (found.length > 1) counts.set(found[0], (counts.get(found[0]) ?? 0) + 1);
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
 * Whether a rare delimiter splits a table so evenly that it must be one.
 *
 * @param {Table} table
 * @param {string} text
 */
export function isCertain({ reading, records, first, width, good, bad, share }, text) {
  const { delimiter } = reading;
  const single = delimiter.length === 1;
  if (first > 0 || width < 2 || good < 1 || share < NEARLY_ALL) return false;
  const bytes = text.slice(records[0].start, records[records.length - 1].end);
  if (WORD.test(delimiter)) return width > 2 && good > 1 && bad === 0;
  if (delimiter === ':') return bad === 0 && (width > 2 || !bytes.includes(': ')) && !/^[\d:.\s]*$/.test(bytes);
  return single ? bad === 0 || good > 4 : good > 1 || bad === 0;
}

/**
 * Finds a delimiter that is the table's one repeated, as in `a||b||c`: the fields between are empty in all records. With
 * one of the usual delimiters, many such fields are needed.
 *
 * @param {Table} table Under the single delimiter.
 * @param {string} text
 * @returns {string | null}
 */
export function repeatedDelimiter({ reading, records, first, width }, text) {
  const { delimiter } = reading;
  // A comma is not tried: spreadsheets have columns that only keep others apart.
  if (delimiter === ',' || width < 3) return null;
  const lines = records.slice(first).map(({ start, end }) => text.slice(start, end));
  const [least, rows] = USUAL.includes(delimiter) ? [MIN_EMPTY, 3] : [1, 2];
  for (const times of [4, 3, 2]) {
    const repeated = delimiter.repeat(times);
    const fields = (width - 1) / times + 1;
    if (!Number.isInteger(fields) || lines.length < rows || lines.length * (width - fields) < least) continue;
    const isEven = lines.every(line => line.split(repeated).length === fields);
    if (isEven && lines[0].split(repeated).every(name => name !== '' && !name.includes(delimiter))) return repeated;
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
function countQuoted({ records }) {
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

const NEARLY_ALL = 0.9;
const FEW = 0.1;
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
