/** @import { Table } from './find-table.js' */

/**
 * @param {string} _text
 * @param {Table} table
 */
export function findHeader(_text, table) {
  return { first: table.first, rows: 1 };
}

/** @param {string[][]} rows */
export function joinNames(rows) {
  return rows[0];
}
