import { mayCutValues, mayHaveRowNumbers } from '../delimiters/trailing-delimiter.js';
import { hasEmptyLine } from '../doubts/two-tables.js';
import { fieldValues } from '../text/field-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * @param {CsvRule} rule
 * @param {string[] | null} names As found; null if there is no header.
 * @param {Table} table
 * @param {string} text The sample.
 * @returns {string | null} Why the header may lack names, so that no value can be told its own; null if it does not.
 */
export function doubtAboutNames(rule, names, table, text) {
  const below = table.records.slice(table.first + 1);
  const isLonger = (/** @type {SplitRecord} */ record) => record.width > table.width;
  const lacksNames = table.lacksName || (rule.ragged === 'cut' && below.length > 0 && below.every(isLonger));
  if (names !== null ? lacksNames : rule.header === 'auto' && isShortHeaderAbove(table, text)) {
    const count = table.lacksName || names === null ? 'one name fewer' : 'fewer names';
    return (
      `the header has ${count} than the records have fields, so no value can be told its name: list all names in "header" and set ` +
      '"skipLines" to skip the line that lacks one'
    );
  }
  if (names === null) return null;
  if (mayHaveRowNumbers(table, text)) {
    return (
      'each record ends with a delimiter, but its first field counts the records, so the header may lack a name; list all names in ' +
      '"header" and set "skipLines" to skip the header'
    );
  }
  if (!mayCutValues(table, text)) return null;
  return (
    'each record ends with a delimiter, but that may be an empty field, since a delimiter in all of them may be part of a value; list all names ' +
    'in "header" and set "skipLines" to skip the header'
  );
}
/**
 * Whether the line above the table may name all fields but one.
 *
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {string} text The sample.
 */
export function isShortHeaderAbove({ records, first, width, reading }, text) {
  const above = records[first - 1];
  if (above === undefined || above.width !== width - 1 || hasEmptyLine(text, above, records[first])) return false;
  return fieldValues(text, above, reading).every(name => PLAIN_NAME.test(name));
}

/** A name as programs write it. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{N}_.-]*(?: [\p{L}\p{N}]+)?$/u;
