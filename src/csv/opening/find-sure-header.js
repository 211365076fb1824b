import { CsvError } from '../../errors.js';
import { looseName } from '../../recipe/field-names.js';
import { fieldsIn } from '../fields-in.js';
import { fieldValues } from './field-values.js';
import { findHeader } from './find-header.js';
import { usedNames } from './preamble.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Table } from './find-table.js' */

/**
 * Finds the header under `"header": "auto"`. A row with a name that the rule uses is one. Where the rule names fields by their
 * positions, a row that looks like the records below may be either: what it holds could be published, or a record lost.
 *
 * @param {string} text The sample.
 * @param {Table} table
 * @param {CsvRule} rule
 * @returns {{ first: number, rows: number }} As `findHeader` does.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function findSureHeader(text, table, rule) {
  const { first, rows, isSure } = findHeader(text, table);
  const record = table.records[first];
  if (record === undefined) return { first, rows };
  const names = new Set(fieldValues(text, record, table.reading).map(name => looseName(name)));
  const used = usedNames(rule);
  if (used.some(name => names.has(name))) return { first, rows: Math.max(rows, 1) };
  if (isSure || used.length > 0 || fieldsIn(rule).length === 0) return { first, rows };
  throw new CsvError(
    'csv/ambiguous-dialect',
    'the first record looks like those below, so it may name the fields or be one of them; set "header": true, or "header": false',
    { record: 1, byte: record.start },
  );
}
