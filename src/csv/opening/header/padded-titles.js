import { looseName } from '../../../recipe/field-names.js';
import { fieldValues } from '../text/field-values.js';
import { isData } from './cell-shape.js';

/** @import { Table, TableOptions } from '../table/table.js' */
/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * Passes over titles that a spreadsheet has padded to the table's width, as in `Report,,`, and lines of nothing but delimiters.
 * A title is passed over only if a line follows in which every field has a name.
 *
 * @param {string} text The sample.
 * @param {Table} table
 * @param {TableOptions} options
 * @returns {number} Which of the table's records is the header.
 */
export function belowPaddedTitles(text, { records, first, reading, width, trailingDelimiter }, { used, skips }) {
  if (!skips || width < 2) return first;
  const rows = records.slice(first, first + MAX_TITLES + 1).map(record => rowValues(text, record, reading));
  let empty = 0;
  while (empty < rows.length && isEmpty(rows[empty])) empty += 1;
  let titles = empty;
  while (titles < rows.length && (isEmpty(rows[titles]) || isTitle(rows[titles], used))) titles += 1;
  const ends = (/** @type {SplitRecord} */ record) => record.width === width + 1 && record.emptyLast;
  const mayTrail = trailingDelimiter || (titles > empty && records.slice(first + titles).every(ends));
  if (titles < rows.length && (titles === empty || isHeader(rows[titles], width, mayTrail))) return first + titles;
  return empty < rows.length ? first + empty : first;
}

/**
 * @param {string} text
 * @param {SplitRecord} record
 * @param {Reading} reading
 * @returns {string[]} Its values. A padded title may have quotes that the table's fields lack.
 */
export function rowValues(text, record, reading) {
  if (text[record.start] === '"' && reading.quote !== '"') {
    const row = fieldValues(text, record, { ...reading, quote: '"', escape: 'double' });
    if (row.length > 2 && row.filter(Boolean).length === 1) return row;
  }
  return fieldValues(text, record, reading);
}

/**
 * @param {string} text
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @returns {number} Where titles in quotes end, which may have other quotes than the records below; 0 if there are none.
 */
export function endOfQuotedTitles(text, { records, first, reading }) {
  if (records[first] === undefined) return 0;
  const rows = records.slice(first, first + MAX_TITLES);
  const below = rows.findIndex(row => !isQuotedTitle(text, row, reading));
  if (below > 0) return rows[below].start;
  return records.slice(0, first).some(({ quoted }) => quoted > 0) ? records[first].start : 0;
}

/**
 * @param {Table} table What stands below titles.
 * @param {SplitRecord[]} records Those of the whole text, with the titles.
 * @param {number} from Where the titles end.
 * @returns {Table}
 */
export function withTitles(table, records, from) {
  const titles = records.filter(({ start }) => start < from);
  const moved = table.records.map(record => ({
    ...record,
    start: record.start + from,
    end: record.end + from,
    after: record.after + from,
  }));
  return { ...table, records: [...titles, ...moved], first: titles.length + table.first };
}

/**
 * Whether a record is a title in quotes, with nothing behind it.
 *
 * @param {string} text
 * @param {SplitRecord} record
 * @param {Reading} reading
 */
function isQuotedTitle(text, record, reading) {
  if (record.quoted !== 1 || record.width < 3 || text[record.start] !== '"' || !record.emptyLast) return false;
  return fieldValues(text, record, reading).filter(Boolean).length === 1;
}

/** @param {string[]} row */
function isEmpty(row) {
  return row.length > 1 && row.every(cell => cell.trim() === '');
}

/**
 * @param {string[]} row
 * @param {readonly string[]} used
 */
function isTitle([title, ...rest], used) {
  if (rest.length < 2 || rest.some(cell => cell.trim() !== '')) return false;
  return title.trim() !== '' && !used.includes(looseName(title));
}

/**
 * @param {string[]} row
 * @param {number} width
 * @param {boolean} mayTrail Whether a delimiter may stand behind the last name.
 */
function isHeader(row, width, mayTrail) {
  const names = mayTrail && row.length === width + 1 && row[width] === '' ? row.slice(0, width) : row;
  // A column of row numbers often has no name.
  const isNamed =
    names.length === width && names.every((cell, at) => (at === 0 || cell.trim() !== '') && !isData(cell));
  return isNamed && new Set(names).size === width;
}

const MAX_TITLES = 10;
