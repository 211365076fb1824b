import { isData } from './cell-shape.js';
import { fieldValues } from './field-values.js';
import { findTable } from './find-table.js';
import { USUAL } from './usual.js';

/** @import { Sample, Table, TableOptions } from './find-table.js' */

/**
 * Delimiters other than the usual ones that occur in the first lines equally often, the commonest first.
 *
 * @param {string} text
 * @param {boolean} [isProtected] Whether the rule names fields. A colon, which also stands in times and addresses, is left out then.
 * @returns {string[]}
 */
export function rareDelimiters(text, isProtected = false) {
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
    .filter(
      ([delimiter, count]) =>
        !USUAL.includes(delimiter) && !(isProtected && delimiter === ':') && count >= lines.length / 2,
    )
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
  if (width < 2 || good < 1 || bad > 0) return false;
  // A line with a usual delimiter may be the header, with a mistake.
  const before = text.slice(0, records[first].start);
  if (first > 0 && (width < 3 || USUAL.some(usual => before.includes(usual)))) return false;
  if (first > 0 && fieldValues(text, records[first], reading).some(isData)) return false;
  if (WORD.test(delimiter)) return width > 2 && good > 1 && first === 0;
  if (delimiter === ':') {
    const values = records.slice(0, SEARCHED_LINES).flatMap(record => fieldValues(text, record, reading));
    return width >= MIN_COLONS && good > 1 && first === 0 && !values.every(value => HEXADECIMAL.test(value));
  }
  return true;
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

const MIN_EMPTY = 8;
/** As in `/etc/passwd`: more than in a date with its time, or in an address of a web page. */
const MIN_COLONS = 7;
/** As in addresses of networks. */
const HEXADECIMAL = /^[\da-f]*$/i;
const MAX_RARE = 6;
const SEARCHED_LINES = 20;
const SEARCHED_CHARACTERS = 8192;
const SPACED = [', ', '; ', ' | '];
/** Punctuation that may be a delimiter, alone or repeated; two bytes are one character such as § in UTF-8. */
const PUNCTUATION = /([~^ ,;|\t\x01-\x08\x1c-\x1f])\1*|:+|\xc2[\xa1-\xbf]/g;
/** What also stands within values. */
const WORD = /^ +$/;
