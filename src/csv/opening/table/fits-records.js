import { looseShapeOf } from '../header/cell-shape.js';
import { fieldValues } from '../text/field-values.js';
import { USUAL } from './usual.js';

/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * Whether a line of two fields or more is a record that lacks values or has some too many: from its beginning or from its end, its
 * values look like those of the records below.
 *
 * @param {SplitRecord} line
 * @param {SplitRecord[]} records
 * @param {string} text
 * @param {Reading} reading
 * @param {readonly number[]} [sides] 0: from its beginning; 1: from its end.
 */
export function fitsColumns(line, records, text, reading, sides = [0, 1]) {
  const cells = fieldValues(text, line, reading);
  const rows = records.slice(0, COMPARED_RECORDS).map(record => fieldValues(text, record, reading));
  const count = Math.min(cells.length, rows[0].length);
  if (count < 2) return false;
  return sides.some(side =>
    Array.from({ length: count }, (_, index) => index).every(index => {
      const shape = shapeAt(cells, index + side * (cells.length - count));
      return rows.some(row => shapeAt(row, index + side * (row.length - count)) === shape);
    }),
  );
}

/**
 * @param {string[]} row
 * @param {number} at
 * @returns {string} The shape of a value, however many digits or words it has, with a space in front of it.
 */
export function shapeAt(row, at) {
  const value = row[at] ?? '';
  const shape = looseShapeOf(value);
  return (value.startsWith(' ') ? ' ' : '') + (/^a[a .'-]*$/.test(shape) ? 'a' : shape);
}

/**
 * Whether a line has as many fields as the records with another delimiter: it is one of them, or their header, then. Of three fields
 * or more, it may have one too many, and the records may have more.
 *
 * @param {SplitRecord} line
 * @param {SplitRecord[]} records
 * @param {string} text
 * @param {Reading} reading
 */
export function fitsOther(line, records, text, { delimiter, quote }) {
  const sample = records.slice(0, COMPARED_RECORDS).map(record => withoutQuoted(text, record, quote));
  if (sample.length < 2) return false;
  const above = withoutQuoted(text, line, quote);
  return USUAL.some(other => {
    const width = countParts(above, other);
    if (other === delimiter || width < 2) return false;
    const parts = sample.map(record => countParts(record, other));
    return parts.filter(count => count === width || (width > 2 && count >= width - 1)).length * 2 > sample.length;
  });
}

/**
 * @param {string} text
 * @param {SplitRecord} record
 * @param {Reading['quote']} quote
 * @returns {string} The record without what stands in quotes.
 */
function withoutQuoted(text, { start, end }, quote) {
  const line = text.slice(start, end);
  return quote === 'none' ? line : line.replaceAll(quote === '"' ? /"[^"]*"/g : /'[^']*'/g, 'x');
}

/**
 * @param {string} line
 * @param {string} delimiter
 * @returns {number} How many parts it has, where a comma between digits is a decimal one.
 */
function countParts(line, delimiter) {
  return delimiter === ',' ? line.split(/(?<!\d),|,(?!\d)/).length : line.split(delimiter).length;
}

const COMPARED_RECORDS = 20;
