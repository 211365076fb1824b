/** @import { Cell } from './source-table.js' */

/**
 * Writes a table as CSV.
 *
 * @param {readonly (readonly Cell[])[]} rows
 * @param {{ delimiter?: string, quote?: string, inQuotes?: string, lineEnd?: string }} [dialect] `inQuotes`: how a quote is
 *   written within quotes.
 */
export function tableText(rows, { lineEnd = '\r\n', ...dialect } = {}) {
  return rows.map(row => rowText(row, dialect) + lineEnd).join('');
}

/**
 * @param {readonly Cell[]} row
 * @param {{ delimiter?: string, quote?: string, inQuotes?: string }} [dialect]
 */
export function rowText(row, { delimiter = ',', ...dialect } = {}) {
  return row.map(cell => cellText(cell, dialect)).join(delimiter);
}

/**
 * @param {Cell} cell
 * @param {{ quote?: string, inQuotes?: string }} [dialect]
 */
export function cellText({ value, quoted }, { quote = '"', inQuotes = '""' } = {}) {
  return quoted ? quote + value.replaceAll('"', inQuotes) + quote : value;
}

/**
 * @param {readonly (readonly Cell[])[]} rows
 * @returns {string[][]}
 */
export function valuesOf(rows) {
  return rows.map(row => row.map(({ value }) => value));
}
