import { fieldValues } from '../text/field-values.js';
import { isData, isUnlikeAll } from './cell-shape.js';

/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * Whether a record names fields: its values are no data, and those below are.
 *
 * @param {SplitRecord[]} records
 * @param {number} first
 * @param {string} text
 * @param {Reading} reading
 */
export function isHeader(records, first, text, reading) {
  const names = fieldValues(text, records[first], reading);
  const filled = names.filter(name => name.trim() !== '');
  if (filled.some(isData) || new Set(filled).size < filled.length || filled.length < names.length * 0.75) return false;
  const rows = records.slice(first + 1, first + 21).map(record => fieldValues(text, record, reading));
  return names.some((_, column) => {
    const cells = rows.map(row => row[column] ?? '').filter(cell => cell.trim() !== '');
    return cells.length > 0 && cells.filter(isData).length >= cells.length * 0.8;
  });
}

/**
 * Whether names stand above a column of values that have one shape, with more than letters in it, and another one than the name, however many digits they have.
 *
 * @param {SplitRecord[]} records
 * @param {number} first
 * @param {string} text
 * @param {Reading} reading
 */
export function isUnlike(records, first, text, reading) {
  const names = fieldValues(text, records[first], reading);
  if (names.some(name => name.trim() === '') || new Set(names).size < names.length) return false;
  const rows = records.slice(first + 1, first + 21).map(record => fieldValues(text, record, reading));
  if (rows.length < 3) return false;
  return names.some((name, column) =>
    isUnlikeAll(
      name,
      rows.map(row => row[column] ?? ''),
    ),
  );
}
