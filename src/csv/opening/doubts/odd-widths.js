import { CsvError } from '../../../errors.js';
import { isTooMany } from '../../records/bad/too-many-bad.js';
import { isEven } from '../table/even-widths.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * Refuses a table in which more records have another number of fields, two or more, than the right one, or as many of one
 * width, which is larger: those that fit may do so by chance, with values under the wrong names. A limit of bad records that the rule gives is believed, and one that they reach says more.
 *
 * @param {CsvRule} rule
 * @param {boolean} isNamed Whether the first record names the fields.
 * @param {Table} table
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseOddWidths({ header, ragged, maxBad, badRecords }, isNamed, table) {
  if (ragged === 'cut' || maxBad !== 'auto' || (badRecords !== 'quarantine' && badRecords !== 'skip')) return;
  const { records, first, width: found, trailingDelimiter } = table;
  const width = Array.isArray(header) ? header.length : found;
  const own = records.slice(first + Number(isNamed));
  // A short one is filled up, where the rule says so.
  const isFilled = ragged === 'pad';
  const fits = (/** @type {SplitRecord} */ record) =>
    record.width === width ||
    (isFilled && record.width < width) ||
    ((trailingDelimiter || isFilled) && record.width === width + 1 && record.emptyLast);
  const fitting = own.filter(fits).length;
  if (!isFilled && !isNamed && !Array.isArray(header)) refuseUnsplit(own, table);
  const odd = own.filter(record => record.width > 1 && !fits(record)).length;
  const others = own.filter(record => !fits(record));
  // Short ones only lack their last values.
  const isTie =
    odd === fitting && odd > 1 && isEven({ records: others, first: 0 }) && others.every(record => record.width > width);
  if (fitting === 0 || (odd <= fitting && !isTie) || isTooMany(maxBad, { read: own.length, bad: own.length - fitting }))
    return;
  throw new CsvError(
    'csv/bad-header',
    `at least half of the records have another number of fields than ${isNamed || Array.isArray(header) ? 'the header' : 'the first'}, which has ${width}, so ` +
      'those that fit may do so by chance; say how the entry is written with "delimiter" and "quote", or where its header is with ' +
      '"header" and "skipLines", or set "maxBad" to allow it',
  );
}

/**
 * Refuses records of two fields, without a header, among which several lines lack the delimiter: each line may be one value.
 *
 * @param {SplitRecord[]} own
 * @param {Pick<Table, 'width' | 'reading'>} table
 * @throws {CsvError} `csv/bad-header`
 */
function refuseUnsplit(own, { width, reading }) {
  const unsplit = own.filter(record => record.width === 1).length;
  if (width !== 2 || unsplit < 2 || unsplit <= own.length * FEW) return;
  throw new CsvError(
    'csv/bad-header',
    `${JSON.stringify(reading.delimiter)} splits the first record in two, but stands in too few of the others, so each line may be one value; say how ` +
      'the entry is written with "delimiter", or set "maxBad" to allow it',
  );
}

const FEW = 0.1;
