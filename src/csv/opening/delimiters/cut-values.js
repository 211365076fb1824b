import { FieldEnds } from '../text/field-ends.js';
import { fieldRanges, fieldValues } from '../text/field-values.js';

/** @import { Table } from '../table/table.js' */

/**
 * Whether the delimiter stands within a value of each record: between brackets or quotes, behind a backslash, or in an amount. Only a comma
 * stands in amounts, and three names or more that fit the records show that these are two numbers.
 *
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {string} text The sample.
 * @param {number} names How many the rule gives.
 */
export function cutsValues(table, text, names) {
  const { width, reading } = table;
  const rows = ownRecords(table).map(record => fieldValues(text, record, reading));
  const isCut = reading.delimiter !== ',' ? isWithinAt : width > 2 && names === width ? isSurelyCutAt : isCutAt;
  return rows.length > 0 && rows.every(row => row.some((_, at) => isCut(row, at)));
}

/**
 * Finds a record that is longer than the table since the delimiter stands within one of its values, between brackets or quotes, and not the
 * last one: the values behind have wrong names then.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {string} text The sample.
 * @param {number} width The table's.
 * @returns {Table['records'][number] | undefined} The first such record.
 */
export function findCutValue({ records, first, reading }, text, width) {
  const longer = records.slice(first, first + COMPARED_RECORDS).filter(record => record.width > width);
  return longer.find(record => {
    const row = fieldValues(text, record, reading);
    return row.some((_, at) => at < width - 1 && isWithinAt(row, at));
  });
}

/**
 * Whether the delimiter of a table without a header stands in front of a space that only one column has, as in `Lee, Ann,5`.
 *
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {string} text The sample.
 */
export function cutsNames(table, text) {
  const { reading } = table;
  const rows = ownRecords(table).map(record =>
    reading.spaces ? spacedFields(text, record, reading) : fieldValues(text, record, reading),
  );
  return rows.length > 0 && hasOddSpaces(rows);
}

/** @param {Pick<Table, 'records' | 'first' | 'width'>} table */
function ownRecords({ records, first, width }) {
  return records.slice(first, first + COMPARED_RECORDS).filter(record => record.width === width);
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
  return isAmount(AMOUNTS, row, at) || isSurelyCutAt(row, at);
}

/**
 * As `isCutAt`, but for numbers that may be an amount.
 *
 * @param {string[]} row
 * @param {number} at
 */
function isSurelyCutAt(row, at) {
  return isAmount(ENCLOSED, row, at) || isWithinAt(row, at);
}

/**
 * As `isCutAt`, except that amounts do not count.
 *
 * @param {string[]} row
 * @param {number} at
 */
function isWithinAt(row, at) {
  const value = row[at].trim();
  const next = row[at + 1];
  if (value === '' || next === undefined) return false;
  const isInRest = (/** @type {(other: string) => boolean} */ ends) =>
    row.slice(at + 1, at + 1 + COMPARED_FIELDS).some(ends);
  if (ESCAPED.test(row[at]) || ENTITY.test(row[at])) return true;
  const isClosed = BRACKETS.some(
    ([open, close]) =>
      (open === '{' ? value.includes(open) : value.startsWith(open)) &&
      !value.includes(close) &&
      isInRest(other => other.includes(close) && !other.includes(open)),
  );
  if (isClosed) return true;
  if (OPENED.test(value) && CLOSED.test(next)) return true;
  if (TAG_OPENED.test(value) && TAG_CLOSED.test(next)) return true;
  const [, quote] = QUOTED.exec(value) ?? [];
  return quote !== undefined && isOdd(value, quote) && isInRest(other => isOdd(other, quote));
}

/**
 * @param {RegExp[][]} shapes
 * @param {string[]} row
 * @param {number} at
 */
function isAmount(shapes, row, at) {
  const value = row[at].trim();
  return shapes.some(([begin, end]) => begin.test(value) && end.test(row[at + 1] ?? ''));
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
const ESCAPED = /^(?!\s*[a-z]:\\$|.*\([a-z]:\)\\$)[^\\]+\\$/i;
/** As HTML writes characters, in front of its semicolon. */
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|[AOUaou]uml|szlig|[a-z](?:acute|grave|circ)|#x?[\da-f]{1,6})$/;
const AMOUNTS = [
  [/^[-+]?[$€£¥] ?\d{1,3}$/, /^\d{3}(?:\.\d+)?$/],
  [/^[-+]?\d[\d. '’\u00a0\u202f]*$/, /^\d\d(?:[ \u00a0\u202f]?€$| {2,}\S)/],
  [/^[-+]?\d{1,3}(?:\.\d{3})+$/, /^\d\d$/],
  // A time with its thousandths, as logs write it.
  [/\d:\d\d:\d\d$/, /^\d{3} \S/],
];
/** Beside another delimiter, with decimals or a group of thousands. */
const ENCLOSED = [
  [/^[-+]?\d[\d.]*$/, /^\d\d(?: ?€)?[;\t|!#$&*=@^~]/],
  [/(?:(?<! )[;\t|!#&*=@^~]|(?<=\S)\$)[-+]?\d[\d.]*$/, /^\d\d(?: ?€)?(?:[;\t|!#$&*=@^~]|$)/],
  [/^[-+]?\d[\d.]*$/, /^\d{1,3} ?[%€][;\t|!#$&*=@^~]/],
  [/(?:(?<! )[;\t|!#&*=@^~]|(?<=\S)\$)[-+]?\d[\d.]*$/, /^\d{1,3} ?[%€](?:[;\t|!#$&*=@^~]|$)/],
  [/^[-+]?\d{1,3}$/, /^\d{3}(?:\.\d+)?[;\t|!#$&*=@^~]/],
  [/(?:(?<! )[;\t|!#&*=@^~]|(?<=\S)\$)[-+]?[$€£¥]? ?\d{1,3}$/, /^\d{3}(?:\.\d+)?(?:[;\t|!#$&*=@^~]|$)/],
];
const THOUSANDS = [/^ ?[-+]?\d{1,3}$/, /^\d{3}(?:\.\d+)?$/];
const SPACED = /^ (?:\p{L}|\d{4}$)/u;
