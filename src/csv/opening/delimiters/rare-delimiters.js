import { isData } from '../header/cell-shape.js';
import { isComment } from '../header/comments-above.js';
import { isCut } from '../table/compare-tables.js';
import { USUAL } from '../table/usual.js';
import { MAX_DELIMITER_BYTES } from '../text/field-ends.js';
import { fieldValues } from '../text/field-values.js';

/** @import { Table } from '../table/table.js' */

/**
 * Delimiters other than the usual ones that occur in the first lines equally often, the commonest first, and spaces last.
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
  for (const line of withoutPaths(lines)) {
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
        delimiter.length <= MAX_DELIMITER_BYTES &&
        !USUAL.includes(delimiter) &&
        !(isProtected && delimiter === ':') &&
        count >= lines.length / 2,
    )
    .sort(([one, count], [other, otherCount]) => Number(isWord(one)) - Number(isWord(other)) || otherCount - count)
    .slice(0, MAX_RARE)
    .map(([delimiter]) => delimiter);
}

/**
 * Leaves out tildes that are part of a path, as in `https://a.b/~ann/` and `C:\\PROGRA~1\\a`. Where the first line with a tilde has another one,
 * it may be a header such as `url~file`, below which a value may end with a slash.
 *
 * @param {string[]} lines
 */
function withoutPaths(lines) {
  const first = lines.find(line => line.includes('~'));
  if (first === undefined || first.replaceAll(IN_PATH, '').includes('~')) return lines;
  return lines.map(line => line.replaceAll(IN_PATH, ''));
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
 * Whether a delimiter stands between words too.
 *
 * @param {string} delimiter
 */
export function isWord(delimiter) {
  return /^ +$/.test(delimiter);
}

/**
 * Whether a delimiter hardly stands in values, as `^`, `~`, `§` and `¦`.
 *
 * @param {string} delimiter
 */
export function isPunctuation(delimiter) {
  return isControl(delimiter) || /^(?:[~^]+|\xc2[\xa6\xa7])$/.test(delimiter);
}

/**
 * Whether a rare delimiter splits a table so evenly that it must be one.
 *
 * @param {Table} table
 * @param {string} text
 */
export function isCertain(table, text) {
  const { reading, records, width, good, bad } = table;
  const { delimiter } = reading;
  const first = records.slice(0, table.first).every(line => isComment(text, line)) ? 0 : table.first;
  if (width < 2 || good < 1 || bad > Number(isCut(table))) return false;
  // A line with a usual delimiter may be the header, with a mistake.
  const before = text.slice(0, records[first].start);
  if (first > 0 && (width < 3 || USUAL.some(usual => before.includes(usual)))) return false;
  if (first > 0 && fieldValues(text, records[first], reading).some(isData)) return false;
  if (delimiter.length > 1 && holdsSingle(table, text)) return false;
  if (isWord(delimiter)) return bad === 0 && width > 2 && good > 1 && first === 0 && !holdsQuotes(table, text);
  if (delimiter === ':') {
    const values = records.slice(0, SEARCHED_LINES).flatMap(record => fieldValues(text, record, reading));
    return width >= MIN_COLONS && good > 1 && first === 0 && !values.every(value => HEXADECIMAL.test(value));
  }
  return true;
}

/**
 * Whether quotes stand in a record in which no field is quoted.
 *
 * @param {Table} table
 * @param {string} text
 */
function holdsQuotes({ records }, text) {
  return records.some(({ quoted, start, end }) => quoted === 0 && text.slice(start, end).includes('"'));
}

/**
 * Whether a value of the only record, or one of each record, holds the character that the delimiter repeats.
 *
 * @param {Table} table
 * @param {string} text
 */
function holdsSingle({ records, first, reading }, text) {
  const [single] = reading.delimiter;
  if (reading.delimiter !== single.repeat(reading.delimiter.length) || single === ' ') return false;
  return records.slice(first).every(record => fieldValues(text, record, reading).some(value => value.includes(single)));
}

/** As in `/etc/passwd`: more than in a date with its time, or in an address of a web page. */
const MIN_COLONS = 7;
/** As in addresses of networks. */
const HEXADECIMAL = /^[\da-f]*$/i;
const MAX_RARE = 6;
const SEARCHED_LINES = 20;
const SEARCHED_CHARACTERS = 8192;
/** Before the name of a user, or within a short name of Windows. */
const IN_PATH = /(?<=\/)~(?=[\w.-]+[/?#]|[\w-]+(?:[\s,;|"'<>)]|$))|(?<=\\[^\\~]{1,6})~(?=\d(?:\\|\.[a-z]))/gi;
const SPACED = [', ', '; ', ' | '];
/** Punctuation that may be a delimiter, alone or repeated; two bytes are one character such as § in UTF-8. */
const PUNCTUATION = /([~^ ,;|\t\x01-\x08\x1c-\x1f])\1*|:+|\xc2[\xa1-\xbf]/g;
