import { CsvError } from '../../errors.js';
import { isTooMany } from '../too-many-bad.js';
import { isEven } from './even-widths.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Table } from './table.js' */
/** @import { SplitRecord } from './reading.js' */

/**
 * Refuses a table in which more records have another number of fields, two or more, than the right one, or as many of one
 * width: those that fit may do so by chance, with values under the wrong names. A limit of bad records that the rule gives is believed, and one that they reach says more.
 *
 * @param {CsvRule} rule
 * @param {boolean} isNamed Whether the first record names the fields.
 * @param {Table} table
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseOddWidths({ header, ragged, maxBad, badRecords }, isNamed, { records, first, width: found }) {
  if (ragged !== 'bad' || maxBad !== 'auto' || (badRecords !== 'quarantine' && badRecords !== 'skip')) return;
  const width = Array.isArray(header) ? header.length : found;
  const own = records.slice(first + Number(isNamed));
  const fits = (/** @type {SplitRecord} */ record) =>
    record.width === width || (record.width === width + 1 && record.emptyLast);
  const fitting = own.filter(fits).length;
  // Without a header, lines that the delimiter does not split say as much.
  const isSplit = (/** @type {SplitRecord} */ record) => record.width > 1 || !(isNamed || Array.isArray(header));
  const odd = own.filter(record => isSplit(record) && !fits(record)).length;
  const isTie = odd === fitting && odd > 1 && isEven({ records: own.filter(record => !fits(record)), first: 0 });
  if (fitting === 0 || (odd <= fitting && !isTie) || isTooMany(maxBad, { read: own.length, bad: own.length - fitting }))
    return;
  throw new CsvError(
    'csv/bad-header',
    `at least half of the records have another number of fields than ${isNamed || Array.isArray(header) ? 'the header' : 'the first'}, which has ${width}, so ` +
      'those that fit may do so by chance; say how the entry is written with "delimiter" and "quote", or where its header is with ' +
      '"header" and "skipLines", or set "maxBad" to allow it',
  );
}
