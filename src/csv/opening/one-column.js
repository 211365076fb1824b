import { USUAL } from './usual.js';

/** @import { Sample, Table } from './find-table.js' */

/**
 * Whether a table without a header may as well be one column, whose values hold the delimiter: each line, as it is, is an address
 * with a query, an amount of money, a phone number, an object in JSON, or words on both sides of a comma
 * and a space, as in `Lee, Ann`.
 *
 * @param {Pick<Sample, 'text'>} sample
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'bad' | 'reading'>} table
 */
export function mayBeColumn({ text }, { records: all, first, width, bad, reading }) {
  const records = all.slice(first);
  if (width < 2 || bad > 0 || records.length < 1 || records.some(({ quoted }) => quoted > 0)) return false;
  const lines = records
    .slice(0, COMPARED_RECORDS)
    .map(({ start, end }) => Buffer.from(text.slice(start, end), 'latin1').toString());
  const isList = width === 2 && reading.delimiter === ',' && lines.every(line => LISTED.test(line));
  return isList || SHAPES.some(shape => lines.every(line => shape.test(line)));
}

/**
 * Whether each line of a table is an object or an array of JSON, or a row of SQL or Python such as `(1, 'a')`, whose values hold the
 * delimiter.
 *
 * @param {Pick<Sample, 'text'>} sample
 * @param {Pick<Table, 'records' | 'first'>} table
 */
export function areWhole({ text }, { records, first }) {
  const lines = records.slice(first, first + COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end));
  return lines.length > 0 && WHOLE.some(shape => lines.every(line => shape.test(line)));
}

/**
 * @param {string} text
 * @returns {string} A delimiter under which each line is one field.
 */
export function absentDelimiter(text) {
  return ['\t', '|', ...USUAL].find(delimiter => !text.includes(delimiter)) ?? '\x1f';
}

const COMPARED_RECORDS = 50;
const WHOLE = [/^\{".*\}$/, /^\[(?![^[\]]*\][,;\t|].).*\],?$/, /^\([^()]*(?:\([^()]*\)[^()]*)*\)[,;]?$/];
const LISTED = /^[^\s",][^",]*, \p{L}[^",]*$/u;
const SHAPES = [
  /^[a-z][a-z\d+.-]*:\/\/[^\s?,;|]*\?[^\s|]*$/i,
  // With groups of thousands or two decimals, perhaps behind a name.
  /^(?:\w{1,40}[:=] ?)?[-+]?(?:\d{1,9}|\d{1,3}(?:\.\d{3})+),\d\d(?: ?€)?$/,
  /^(?:\w{1,40}[:=] ?)?[-+]?[$€£¥] ?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/,
  /^\{.*\}$/,
  /^'[^']*'$/,
  // A phone number with its country or area code.
  /^(?:\+\d[\d\s().-]*|\(\d+\)[\d\s.-]*)$/,
];
