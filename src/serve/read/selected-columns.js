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
  const found = kept.get(table)?.get(text);
  if (found !== undefined) return found;
  const columns = parseSelect(text, table, types);
  if (text.length > LONGEST) return columns;
  // Of all tables together: there may be many, and a short text may select a thousand columns.
  keptColumns += columns.length;
  if (keptColumns > MOST_COLUMNS) [kept, keptColumns] = [new WeakMap(), columns.length];
  const known = kept.get(table) ?? new Map();
  kept.set(table, known.set(text, columns));
  return columns;
}

/** @type {WeakMap<Table, Map<string, ReadColumn[]>>} */
let kept = new WeakMap();
/** Since the last time that all were forgotten. */
let keptColumns = 0;
/** With their SQL, a few hundred bytes each. */
const MOST_COLUMNS = 10_000;
const LONGEST = 1_000;
