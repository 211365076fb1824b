import { CsvError } from '../../errors.js';
import { looseName } from '../../recipe/field-names.js';
import { fieldsIn } from '../fields-in.js';
import { fieldValues } from './field-values.js';
import { findHeader } from './find-header.js';
import { joinNames } from './join-names.js';
import { belowPaddedTitles } from './padded-titles.js';
import { tableOptions } from './table-options.js';
import { usedNames } from './used-names.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Table } from './find-table.js' */

/**
 * Finds a table's header as the rule says: under `true` below the titles that a spreadsheet has padded, under `"auto"` by its
 * looks.
 *
 * @param {string} text The sample.
 * @param {Table} table
 * @param {CsvRule} rule
 * @returns {{ first: number, rows: number }} Which of the table's records begins the header, or the records if it has no rows.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function headerOf(text, table, rule) {
  if (rule.header === true) {
    // Where no field is named, the line may as well be a header.
    const first = fieldsIn(rule).length > 0 ? belowPaddedTitles(text, table, tableOptions(rule)) : table.first;
    return { first, rows: 1 };
  }
  return rule.header === 'auto' ? findSureHeader(text, table, rule) : { first: table.first, rows: 0 };
}

/**
 * A row with a name that the rule uses is a header. Where the rule names fields by their positions, a row that looks like the
 * records below may be either: what it holds could be published, or a record lost.
 *
 * @param {string} text The sample.
 * @param {Table} table
 * @param {CsvRule} rule
 * @returns {{ first: number, rows: number }} As `findHeader` does.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
function findSureHeader(text, table, rule) {
  const { first, rows, isSure } = findHeader(text, table);
  const record = table.records[first];
  if (record === undefined) return { first, rows };
  const names = new Set(fieldValues(text, record, table.reading).map(name => looseName(name)));
  const used = usedNames(rule);
  const found = used.filter(name => names.has(name));
  if (found.length > 0) return { first, rows: rows > 1 && holdsAll(found, first, rows) ? rows : 1 };
  if (isSure || used.length > 0 || fieldsIn(rule).length === 0) return { first, rows };
  throw new CsvError(
    'csv/ambiguous-dialect',
    'the first record looks like those below, so it may name the fields or be one of them; set "header": true, or "header": false',
    { record: 1, byte: record.start },
  );

  /**
   * @param {readonly string[]} wanted
   * @param {number} from
   * @param {number} count
   * @returns {boolean} Whether rows that are joined to one header still have the names.
   */
  function holdsAll(wanted, from, count) {
    const lines = table.records.slice(from, from + count);
    const joined = joinNames(lines.map(line => fieldValues(text, line, table.reading)));
    const held = new Set(joined.map(name => looseName(name)));
    return wanted.every(name => held.has(name));
  }
}
