import { CsvError } from '../../errors.js';
import { mayBeColumn } from './one-column.js';

/** @import { Sample, Table } from './find-table.js' */

/**
 * Refuses a header of one name above records that a delimiter splits in two, unless each of them looks like one value.
 *
 * @param {Sample} sample
 * @param {Table} table Under that delimiter.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseShortColumn(sample, table) {
  const { records, first, width, lacksName, reading } = table;
  const count = records.length - first - 1;
  const below = { records: records.slice(first + 1), first: 0, width: 2, bad: 0, reading };
  if (width !== 1 || !lacksName || count < 2 || mayBeColumn(sample, below)) return;
  throw new CsvError(
    'csv/bad-header',
    `the header has one name, but all records may be split by ${JSON.stringify(reading.delimiter)}; say how the entry is written ` +
      'with "delimiter", or where its header is with "skipLines" or "header"',
  );
}

/**
 * Refuses one column where a delimiter splits all lines but the first, which may be a title, in three or more.
 *
 * @param {Table} table Under that delimiter.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseTitle({ records, first, reading }) {
  const below = records.slice(first + 1);
  if (below.length < 2 || below.some(({ width }) => width < 3)) return;
  throw new CsvError(
    'csv/bad-header',
    `the first line has one field, but all others may be split by ${JSON.stringify(reading.delimiter)}, so it may be a title; say ` +
      'where the header is with "skipLines", or how the entry is written with "delimiter"',
  );
}
