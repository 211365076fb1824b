import { looseName } from '../../recipe/field-names.js';
import { isData } from './cell-shape.js';
import { fieldValues } from './field-values.js';

/** @import { Table, TableOptions } from './find-table.js' */

/**
 * Passes over titles that a spreadsheet has padded to the table's width, as in `Report,,`, and lines of nothing but delimiters.
 * A title is passed over only if a line follows in which every field has a name.
 *
 * @param {string} text The sample.
 * @param {Table} table
 * @param {TableOptions} options
 * @returns {number} Which of the table's records is the header.
 */
export function belowPaddedTitles(text, { records, first, reading, width }, { used, skips }) {
  if (!skips || width < 2) return first;
  const rows = records.slice(first, first + MAX_TITLES + 1).map(record => fieldValues(text, record, reading));
  let empty = 0;
  while (empty < rows.length && isEmpty(rows[empty])) empty += 1;
  let titles = empty;
  while (titles < rows.length && (isEmpty(rows[titles]) || isTitle(rows[titles], used))) titles += 1;
  if (titles < rows.length && (titles === empty || isHeader(rows[titles], width))) return first + titles;
  return empty < rows.length ? first + empty : first;
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
  return title.trim() !== '' && !isData(title) && !used.includes(looseName(title));
}

/**
 * @param {string[]} row
 * @param {number} width
 */
function isHeader(row, width) {
  const isNamed = row.length === width && row.every(cell => cell.trim() !== '' && !isData(cell));
  return isNamed && new Set(row).size === width;
}

const MAX_TITLES = 10;
