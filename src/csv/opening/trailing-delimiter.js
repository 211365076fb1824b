/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Table } from './find-table.js' */
/** @import { SplitRecord } from './split-records.js' */

/**
 * Whether each record of a table ends with a delimiter that the header lacks, if the rule gives the header, or if it stands below
 * titles that are padded. (Otherwise, `findTable` knows.) Nearly all records must: one that has an empty field too many may be a
 * mistake.
 *
 * @param {string} text The sample.
 * @param {Pick<Table, 'records' | 'first'>} table
 * @param {{ first: number, rows: number }} found Which of the table's records is the header, if it has one.
 * @param {CsvRule} rule
 */
export function endsBehindNames(text, { records, first }, found, { header, comments }) {
  const isGiven = Array.isArray(header);
  if (!isGiven && (found.first === first || found.rows === 0)) return false;
  const width = isGiven ? header.length : records[found.first].width;
  let longer = 0;
  let others = 0;
  for (const record of records.slice(isGiven ? first : found.first + found.rows)) {
    const isSame = record.sound && record.width === width;
    if (record.sound && isLonger(record, width)) longer += 1;
    else if (isSame || comments !== 'auto' || text[record.start] !== '#') others += 1;
  }
  return longer > 0 && longer >= NEARLY_ALL * (longer + others);
}

/**
 * Whether a record has one field more than names, which is empty.
 *
 * @param {SplitRecord} record
 * @param {number} names How many there are.
 */
export function isLonger({ width, emptyLast }, names) {
  return width === names + 1 && emptyLast;
}

const NEARLY_ALL = 0.9;
