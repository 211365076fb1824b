import { CsvError } from '../../errors.js';

/** @import { Table } from './find-table.js' */

/**
 * Refuses a report whose columns have fixed widths, as a line of dashes such as `----- ----` below their names shows: something in their
 * values would be taken for the delimiter.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseFixedWidths({ records, first, reading }, text) {
  if (reading.delimiter.trim() === '') return;
  const line = records.slice(0, first + 2).find(({ start, end }) => RULER.test(text.slice(start, end)));
  if (line === undefined) return;
  throw new CsvError(
    'csv/bad-header',
    'a line of dashes shows that the columns have fixed widths; write a delimiter between the fields, or, if they have one, set ' +
      '"delimiter" and "skipLines"',
    { byte: line.start },
  );
}

const RULER = /^ *-+(?: +-+)+ *$/;
