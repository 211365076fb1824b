import { CsvError } from '../../../errors.js';
import { findCutValue } from '../delimiters/cut-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */

/**
 * Refuses a record that is too long because the delimiter stands within one of its values, as in an object of JSON, where long records are
 * cut: the values behind would have the wrong names.
 *
 * @param {CsvRule} rule
 * @param {Table} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function refuseCutValue({ ragged, header }, table, text) {
  if (ragged !== 'cut' || table.width < 2) return;
  const width = Array.isArray(header) ? header.length : table.width;
  const record = findCutValue(table, text, width);
  if (record === undefined) return;
  throw new CsvError(
    'csv/ambiguous-dialect',
    `a record is longer than ${width} fields since ${JSON.stringify(table.reading.delimiter)} stands within one of its values, so the values ` +
      'behind would have the wrong names; set "ragged" to "bad", or say how the entry is written with "delimiter" and "quote"',
    { byte: record.start },
  );
}
