import { parseSelect } from './parse-select.js';

/** @import { CastType, Table } from '../catalog/load-catalog.js' */
/** @import { ReadColumn } from './parse-select.js' */

/**
 * Reads `select` as `parseSelect` does, but the same text only once for a table: most clients select the same columns again and again.
 * A newer catalog has other tables.
 *
 * @param {string} text
 * @param {Table} table
 * @param {ReadonlyMap<string, CastType>} types Of the table's catalog.
 * @returns {readonly ReadColumn[]} The same list for the same text.
 * @throws {ServeError} 400
 */
export function selectedColumns(text, table, types) {
  const known = kept.get(table) ?? new Map();
  kept.set(table, known);
  const found = known.get(text);
  if (found !== undefined) return found;
  const columns = parseSelect(text, table, types);
  if (text.length > LONGEST) return columns;
  if (known.size === MOST) known.clear();
  known.set(text, columns);
  return columns;
}

/** @type {WeakMap<Table, Map<string, ReadColumn[]>>} */
const kept = new WeakMap();
const MOST = 50;
const LONGEST = 1_000;
