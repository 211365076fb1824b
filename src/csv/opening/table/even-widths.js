/** @import { Table } from './table.js' */

/**
 * Whether nearly all records have one width, be it that of the first one or not.
 *
 * @param {Pick<Table, 'records' | 'first'>} table
 */
export function isEven({ records, first }) {
  const counts = new Map();
  for (const { width } of records.slice(first)) counts.set(width, (counts.get(width) ?? 0) + 1);
  const least = (records.length - first - 1) * NEARLY_ALL;
  return [...counts].some(([width, count]) => width > 1 && count > 1 && count >= least);
}

const NEARLY_ALL = 0.9;
