import { CsvError } from '../../../errors.js';
import { fieldValues } from '../text/field-values.js';

/** @import { Table } from '../table/table.js' */

/**
 * Refuses a report whose columns have fixed widths: something in their values would be taken for the delimiter. A line of dashes such as
 * `----- ----` below the names shows it, or several spaces within a value of each line.
 *
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseFixedWidths({ records, first, width, reading }, text) {
  if (reading.delimiter.trim() === '') return;
  const ruler = records.slice(0, first + 2).find(({ start, end }) => RULER.test(text.slice(start, end)));
  if (ruler !== undefined) throw fixedWidths('a line of dashes shows', ruler);
  const own = records.slice(first, first + COMPARED_RECORDS);
  if (width < 2 || own.length === 0) return;
  const valuesOf = (/** @type {Table['records'][number]} */ record) => fieldValues(text, record, reading);
  if (!own.every(record => record.quoted === 0 && valuesOf(record).some(value => GAP.test(value)))) return;
  if (isSplitSurely(own.map(valuesOf), width)) return;
  throw fixedWidths('several spaces within a value of each line show', own[0]);
}

/**
 * Whether a delimiter of rows of three fields or more stands neither within a number nor in front of a space in any of them.
 *
 * @param {string[][]} rows
 * @param {number} width
 */
function isSplitSurely(rows, width) {
  if (width < 3 || rows.some(row => row.length !== width)) return false;
  const isWithin = (/** @type {string[]} */ row, /** @type {number} */ at) =>
    row[at].startsWith(' ') || (/\d$/.test(row[at - 1]) && /^\d/.test(row[at]));
  return rows[0].some((_, at) => at > 0 && !rows.some(row => isWithin(row, at)));
}

/**
 * @param {string} sign
 * @param {Table['records'][number]} record
 */
function fixedWidths(sign, record) {
  return new CsvError(
    'csv/bad-header',
    `${sign} that the columns have fixed widths; write a delimiter between the fields, or, if they have one, set ` +
      '"delimiter" and "skipLines"',
    { byte: record.start },
  );
}

/**
 * Whether lines are as long as each other and end with spaces in some of them, or have a gap of spaces at the same place: their columns may
 * have fixed widths.
 *
 * @param {string[]} lines
 */
export function areAligned(lines) {
  if (lines.length < 2) return false;
  const [top, ...others] = lines.map(line => Buffer.from(line, 'latin1').toString());
  const isSameLength = others.every(line => line.length === top.length);
  if (isSameLength && [top, ...others].some(line => /\S +$/.test(line)) && / \S/.test(top)) return true;
  return [...top.slice(0, COMPARED_CHARACTERS).matchAll(/ {2,}(?=\S)/g)].some(({ 0: gap, index }) => {
    const at = index + gap.length;
    return others.every(line => line[at - 1] === ' ' && /\S/.test(line[at] ?? ' '));
  });
}

const COMPARED_RECORDS = 50;
const COMPARED_CHARACTERS = 1000;
const RULER = /^ *-+(?: +-+)+ *$/;
const GAP = /\S {2,}\S/;
