import { USUAL } from './usual.js';

/** @import { Table } from './find-table.js' */

/**
 * @param {Pick<Table, 'records' | 'first'>} table Of one column.
 * @param {string} text The sample.
 * @returns {string | undefined} A delimiter that stands in all its lines, be it within quotes, or equally often in half of them.
 */
export function splitterOf({ records, first }, text) {
  const lines = records.slice(first, first + COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end));
  if (lines.length === 0) return undefined;
  const isSplit = (/** @type {string} */ delimiter) => {
    if (lines.every(line => line.includes(delimiter))) return true;
    if (!USUAL.includes(delimiter)) return false;
    return lines[0].includes(delimiter) || isInMost(lines, delimiter);
  };
  return [...USUAL, ...RARE].find(isSplit);
}

/**
 * @param {string[]} lines
 * @param {string} delimiter
 */
function isInMost(lines, delimiter) {
  const counts = new Map();
  for (const line of lines) {
    const parts = line.split(delimiter).length;
    counts.set(parts, (counts.get(parts) ?? 0) + 1);
  }
  return [...counts].some(([parts, count]) => parts > 1 && count > 1 && count * 2 >= lines.length);
}

const COMPARED_RECORDS = 21;
const RARE = ['^', '~'];
