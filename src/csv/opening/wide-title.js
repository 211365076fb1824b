import { isData } from './cell-shape.js';
import { fieldValues } from './field-values.js';
import { isHeader, isUnlike } from './looks-like-names.js';
import { hasEmptyLine } from './two-tables.js';

/** @import { Table } from './find-table.js' */

/**
 * Whether a title has as many fields as the table below, as `Sales, all` has above `name,n`: a space stands behind its delimiter only,
 * and the next line names the fields, or an empty line is between them.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {string} text The sample.
 */
export function isWideTitle({ records, first, reading }, text) {
  const [title, names, ...below] = records.slice(first, first + COMPARED_RECORDS);
  if (names === undefined || title.width !== names.width) return false;
  const [cells, next, ...rows] = [title, names, ...below].map(record => fieldValues(text, record, reading));
  const isSpaced = cells.some(
    (cell, at) => at > 0 && cell.startsWith(' ') && ![next, ...rows].some(row => row[at]?.startsWith(' ')),
  );
  if (!isSpaced || next.some(isData)) return false;
  const at = first + 1;
  return (
    hasEmptyLine(text, title, names) || isHeader(records, at, text, reading) || isUnlike(records, at, text, reading)
  );
}

const COMPARED_RECORDS = 20;
