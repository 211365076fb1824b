/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Table } from './find-table.js' */
/** @import { SplitRecord } from './split-records.js' */

/**
 * Whether each record of a table ends with a delimiter that the header lacks, if the rule gives the header. (Where the entry
 * has it, `findTable` knows.) Nearly all records must: one that has an empty field too many may be a mistake.
 *
 * @param {string} text The sample.
 * @param {Pick<Table, 'records' | 'first'>} table
 * @param {CsvRule} rule
 */
export function endsBehindNames(text, { records, first }, { header, comments }) {
  if (!Array.isArray(header)) return false;
  let longer = 0;
  let others = 0;
  for (const record of records.slice(first)) {
    const isSame = record.sound && record.width === header.length;
    if (record.sound && isLonger(record, header)) longer += 1;
    else if (isSame || comments !== 'auto' || text[record.start] !== '#') others += 1;
  }
  return longer > 0 && longer >= NEARLY_ALL * (longer + others);
}

/**
 * Whether a record has one field more than names, which is empty.
 *
 * @param {SplitRecord} record
 * @param {readonly string[]} names
 */
export function isLonger({ width, emptyLast }, names) {
  return width === names.length + 1 && emptyLast;
}

const NEARLY_ALL = 0.9;
