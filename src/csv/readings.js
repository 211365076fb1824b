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
  if (other.reading.delimiter !== base.reading.delimiter && (base.share >= POOR || other.share < NEARLY_ALL))
    return false;
  const { quote } = other.reading;
  if (quote === base.reading.quote) return true;
  const gained = other.good - base.good;
  const broken = base.records.filter(({ sound }) => !sound).length;
  const quoted = countQuoted(base);
  if (quote === 'none') return broken > quoted && broken >= base.records.length * FEW;
  return countQuoted(other) > quoted && (gained > 1 || gained >= other.records.length * FEW);
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
  if (width < 2 || good < 1 || share < NEARLY_ALL) return false;
  const bytes = text.slice(records[first].start, records[records.length - 1].end);
  if (WORD.test(delimiter)) return width > 2 && good > 1 && bad === 0 && first === 0;
  if (delimiter === ':') return bad === 0 && (width > 2 || !bytes.includes(': ')) && !/^[\d:.\s]*$/.test(bytes);
  return single ? bad === 0 || good > 4 : good > 1 || bad === 0;
}

/**
 * Finds a delimiter that is a usual one doubled, as in `a||b||c`: every second field is empty in all records.
 *
 * @param {Table} table Under the single delimiter.
 * @param {string} text
 * @returns {string | null}
 */
export function doubledDelimiter({ reading, records, first, width }, text) {
  const { delimiter } = reading;
  const doubled = delimiter + delimiter;
  // A comma is not tried: spreadsheets have columns that only keep others apart.
  if (delimiter === ',' || width < 3 || width % 2 === 0 || !text.includes(doubled)) return null;
  const table = records.slice(first);
  const pairs = (width - 1) / 2;
  if (table.length < 3 || table.length * pairs < MIN_DOUBLED) return null;
  const even = table.every(({ start, end }) => text.slice(start, end).split(doubled).length === pairs + 1);
  const header = text.slice(table[0].start, table[0].end).split(doubled);
  return even && header.every(name => name !== '' && !name.includes(delimiter)) ? doubled : null;
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

/** Below this share of good records, the usual delimiters are in doubt. */
export const POOR = 0.5;
const NEARLY_ALL = 0.9;
const FEW = 0.1;
const MIN_DOUBLED = 8;
const MAX_RARE = 6;
const SEARCHED_LINES = 20;
const SEARCHED_CHARACTERS = 8192;
const USUAL = [',', ';', '\t', '|'];
const SPACED = [', ', '; ', ' | ', ' - '];
/** Punctuation that may be a delimiter, alone or repeated; two bytes are one character such as § in UTF-8. */
const PUNCTUATION = /([:~^!#$%&*+=/@\\ ,;|\t\x01-\x08\x1c-\x1f])\1*|\xc2[\xa1-\xbf]/g;
/** What also stands within values. */
const WORD = /^[ \-+=/@.&*#$%\\!]+$/;
