import { CsvError } from '../../../errors.js';
import { usedNames } from '../header/used-names.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */

/**
 * Refuses a table that is drawn with characters, as in `| id | name |`, where fields are named by position: the first field of each line is
 * empty.
 *
 * @param {CsvRule} rule
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseDrawnGrid(rule, { records, first, reading }, text) {
  if (!reading.delimiter.includes('|') || usedNames(rule).length > 0) return;
  const own = records.slice(first, first + COMPARED_RECORDS);
  const isBoxed = own.length > 1 && own.every(({ start, end }) => text[start] === '|' && text[end - 1] === '|');
  if (!isBoxed) return;
  throw new CsvError(
    'csv/bad-header',
    'each line begins and ends with "|", so its first field is empty, and positions count from there; write the entry as CSV first, or ' +
      'say how it is written with "delimiter"',
    { byte: own[0].start },
  );
}

const COMPARED_RECORDS = 50;
