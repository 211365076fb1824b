import { USUAL } from '../table/usual.js';
import { fieldValues } from '../text/field-values.js';

/** @import { Table } from '../table/table.js' */

/**
 * The share of a table's values that hold the other's delimiter, what holds it by nature left out.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {Pick<Table, 'reading'>} other
 * @param {string} text
 */
export function shareOfMixed({ records, first, reading }, other, text) {
  const values = records.slice(first, first + COMPARED_RECORDS).flatMap(record => fieldValues(text, record, reading));
  const { delimiter } = other.reading;
  const shapes = USUAL.includes(delimiter) ? [...WITH_COMMAS, ...JSON_SHAPES] : JSON_SHAPES;
  const mixed = values.filter(value => value.includes(delimiter) && !shapes.some(shape => shape.test(value)));
  return mixed.length / values.length;
}

const COMPARED_RECORDS = 50;
/** What holds commas by nature, but no delimiters that hardly stand in values, as `^`. */
const WITH_COMMAS = [
  // A number, perhaps with its currency or unit, with a decimal comma or commas between thousands, or with points or spaces between these.
  /^'?[-+]?[$€£¥]?\d[\d,]*(?:\.\d+)?(?: ?(?:%|[A-Z]{3}))?'?$/,
  /^'?[-+]?\d{1,3}(?:[.' \u00a0\u202f]?\d{3})*,\d+(?: ?(?:[€%]|[A-Z]{3}))?'?$/,
  // A time with its thousandths, as logs write it.
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d,\d{3}$/,
  // A date in words, or a place.
  /^'?\p{L}{3,9}\.? \d{1,2}, \d{4}'?$/u,
  /^'?-?\d{1,2}\.\d+, ?-?1?\d{1,2}\.\d+'?$/,
  // A name or an address, as in `Lee, Ann`.
  /^'?[^,;|\t]*[^,;|\t\s], \p{L}[^,;|\t]*$/u,
];
/** An object or an array. */
const JSON_SHAPES = [/^'?\{[^{}]*\}'?$/, /^'?\[[^[\]]*\]'?$/];
