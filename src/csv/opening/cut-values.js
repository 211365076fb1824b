import { FieldEnds } from './field-ends.js';
import { fieldRanges, fieldValues } from './field-values.js';

/** @import { Table } from './find-table.js' */

/**
 * Whether the delimiter of a table without a header stands within a value of each record: between brackets or quotes, behind a
 * backslash, in an amount with its currency, or in front of a space that only one column has, as in `Lee, Ann,5`.
 *
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {string} text The sample.
 */
export function cutsValues({ records, first, width, reading }, text) {
  const own = records.slice(first, first + COMPARED_RECORDS).filter(record => record.width === width);
  if (width < 2 || own.length === 0) return false;
  const rows = own.map(record => fieldValues(text, record, reading));
  if (rows.every(row => row.some((_, at) => isCutAt(row, at)))) return true;
  return hasOddSpaces(reading.spaces ? own.map(record => spacedFields(text, record, reading)) : rows);
}

/**
 * As `cutsValues`, but for the spaces, for a table under any kind of header.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {string} text The sample.
 */
export function cutsWholes({ records, first, reading }, text) {
  const rows = records.slice(first, first + COMPARED_RECORDS).map(record => fieldValues(text, record, reading));
  return rows.length > 0 && rows.every(row => row.some((_, at) => isCutAt(row, at)));
}

/**
 * Whether the delimiter stands within an amount in each record, with another delimiter beside that: `7|68,15|` has two fields, or three.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {string} text The sample.
 */
export function cutsAmounts({ records, first, reading }, text) {
  const rows = records.slice(first, first + COMPARED_RECORDS).map(record => fieldValues(text, record, reading));
  const isAmount = (/** @type {string} */ value, /** @type {string | undefined} */ next = '') =>
    ENCLOSED.some(([begin, end]) => begin.test(value) && end.test(next));
  return rows.length > 0 && rows.every(row => row.some((value, at) => isAmount(value, row[at + 1])));
}

/**
 * @param {string} text
 * @param {Table['records'][number]} record
 * @param {Table['reading']} reading
 * @returns {string[]} Its fields with their quotes and the space beside these.
 */
function spacedFields(text, { start, end }, reading) {
  const ends = new FieldEnds(text.slice(0, end), reading);
  return fieldRanges(ends, start, end).map(({ from, to }) => text.slice(from, to));
}

/**
 * Whether a value goes on behind the delimiter.
 *
 * @param {string[]} row
 * @param {number} at
 */
function isCutAt(row, at) {
  const value = row[at].trim();
  const rest = row.slice(at + 1, at + 1 + COMPARED_FIELDS);
  if (rest.length === 0) return false;
  const isAmount = [...AMOUNTS, ...ENCLOSED].some(([begin, end]) => begin.test(value) && end.test(rest[0]));
  if (isAmount || ESCAPED.test(row[at]) || ENTITY.test(row[at])) return true;
  const isClosed = BRACKETS.some(
    ([open, close]) =>
      (open === '{' ? value.includes(open) : value.startsWith(open)) &&
      !value.includes(close) &&
      rest.some(other => other.includes(close) && !other.includes(open)),
  );
  if (isClosed) return true;
  if (OPENED.test(value) && CLOSED.test(rest[0])) return true;
  if (TAG_OPENED.test(value) && TAG_CLOSED.test(rest[0])) return true;
  return isQuoteCut(row, at);
}

/**
 * @param {string[]} row
 * @param {number} at
 */
function isQuoteCut(row, at) {
  const value = row[at].trim();
  const [, quote] = QUOTED.exec(value) ?? [];
  return (
    quote !== undefined &&
    isOdd(value, quote) &&
    row.slice(at + 1, at + 1 + COMPARED_FIELDS).some(other => isOdd(other, quote))
  );
}

/**
 * Whether all values of a column begin with a space and a word, or a year, and those of another one do not.
 *
 * @param {string[][]} rows
 */
function hasOddSpaces([top, ...below]) {
  const rows = [top, ...below];
  const columns = top.slice(1).map((_, index) => rows.map(row => row[index + 1] ?? ''));
  const isSpaced = columns.map(values => values.every(value => SPACED.test(value)));
  const isClose = columns.map(values => values.every(value => !value.startsWith(' ')) && values.some(Boolean));
  if (isSpaced.includes(true) && isClose.includes(true)) return true;
  // As in `2,453.00, Ann, 5`, where a space stands behind each delimiter.
  const areSpaced = rows.every(row => row.filter(value => value.startsWith(' ')).length === top.length - 2);
  return (
    areSpaced &&
    rows.every(row => row.some((value, at) => THOUSANDS[0].test(value) && THOUSANDS[1].test(row[at + 1] ?? '')))
  );
}

/**
 * @param {string} value
 * @param {string} character
 */
function isOdd(value, character) {
  return value.split(character).length % 2 === 0;
}

const COMPARED_RECORDS = 50;
/** A value is cut into a few fields. */
const COMPARED_FIELDS = 32;
const BRACKETS = [
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
];
/** A quote behind a space that is not closed, and one in front of a space that was not opened. */
const OPENED = /\s"[^\s"][^"]*$/;
const CLOSED = /^[^"]*[^\s"]"(?:\s|$)/;
/** As in `Ann <ann@example.com>`. */
const TAG_OPENED = /<[\p{L}\d][^<>]*$/u;
const TAG_CLOSED = /^[^<>]+>/;
/** As spreadsheets write a text of digits, too. */
const QUOTED = /^=?(["`])/;
/** A backslash at the end is none of a path. */
const ESCAPED = /^(?:[^\\/:]+|[a-z]{3,5}:\/\/[^\\]+)\\$/;
/** As HTML writes characters, in front of its semicolon. */
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|[AOUaou]uml|szlig|[a-z](?:acute|grave|circ)|#x?[\da-f]{1,6})$/;
const AMOUNTS = [
  [/^[-+]?[$€£¥] ?\d{1,3}$/, /^\d{3}(?:\.\d+)?$/],
  [/^[-+]?\d[\d.]*$/, /^\d\d(?: ?€$| {2,}\S)/],
  [/^[-+]?\d{1,3}(?:\.\d{3})+$/, /^\d\d$/],
  // A time with its thousandths, as logs write it.
  [/\d:\d\d:\d\d$/, /^\d{3} \S/],
];
/** Beside another delimiter, with decimals or a group of thousands. */
const ENCLOSED = [
  [/^[-+]?\d[\d.]*$/, /^\d\d(?: ?€)?[;\t|!#$&*=@^~]/],
  [/[;\t|!#$&*=@^~][-+]?\d[\d.]*$/, /^\d\d(?: ?€)?(?:[;\t|!#$&*=@^~]|$)/],
  [/^[-+]?\d[\d.]*$/, /^\d{1,3} ?[%€][;\t|!#$&*=@^~]/],
  [/[;\t|!#$&*=@^~][-+]?\d[\d.]*$/, /^\d{1,3} ?[%€](?:[;\t|!#$&*=@^~]|$)/],
  [/^[-+]?\d{1,3}$/, /^\d{3}(?:\.\d+)?[;\t|!#$&*=@^~]/],
  [/[;\t|!#$&*=@^~][-+]?[$€£¥]? ?\d{1,3}$/, /^\d{3}(?:\.\d+)?(?:[;\t|!#$&*=@^~]|$)/],
];
const THOUSANDS = [/^ ?[-+]?\d{1,3}$/, /^\d{3}(?:\.\d+)?$/];
const SPACED = /^ (?:\p{L}|\d{4}$)/u;
