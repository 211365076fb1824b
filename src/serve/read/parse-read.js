import { ServeError } from '../serve-error.js';
import { writeSelect } from '../sql/write-select.js';
import { shortened, unsupported } from './cursor.js';
import { findTable } from './names.js';
import { chooseFormat } from './negotiate.js';
import { readParameters } from './parameters.js';
import { parseFilter, parseTree } from './parse-filter.js';
import { parseOrder } from './parse-order.js';
import { readPreferences } from './parse-preferences.js';
import { readRange } from './parse-range.js';
import { selectedColumns } from './selected-columns.js';

/** @import { Catalog, Table } from '../catalog/load-catalog.js' */
/** @import { Condition } from './parse-filter.js' */
/** @import { OrderTerm } from './parse-order.js' */
/** @import { ReadColumn } from './parse-select.js' */

/**
 * What a request asks for.
 *
 * @typedef {object} Request
 * @property {string} method
 * @property {string[]} path Its segments, decoded.
 * @property {string} search What follows the `?`, as it came.
 * @property {{ get: (name: string) => string | null }} headers
 *
 * The same with names that the catalog has.
 *
 * @typedef {object} Selection
 * @property {Table} table
 * @property {readonly ReadColumn[]} columns
 * @property {Condition[]} conditions All must hold.
 * @property {OrderTerm[]} order
 * @property {number | null} limit
 * @property {number} offset
 * @property {'none' | 'exact' | 'planned'} count How many rows there are without limit and offset.
 * @property {'json' | 'csv' | 'ndjson'} format
 * @property {boolean} singular Whether the answer is one object; then there must be one row.
 * @property {boolean} isHead
 * @property {string} contentType
 * @property {string | null} preferenceApplied The header's value.
 *
 * @typedef {Selection & { sql: ReturnType<typeof writeSelect>, key: string }} Read `sql`: its queries. `key`: equal for equal reads.
 */

/**
 * Reads a request as PostgREST does. Everything is checked by the catalog.
 *
 * @param {Request} request
 * @param {Catalog} catalog
 * @returns {Read}
 * @throws {ServeError} 4xx
 */
export function parseRead({ method, path, search, headers }, catalog) {
  requireReading(method);
  requireSchema(headers.get('accept-profile'), catalog);
  const table = findTable(catalog, tableName(path));
  const { select, order, limit, offset, trees, filters } = readParameters(search);
  const { count, applied } = readPreferences(headers.get('prefer'));
  const { format, singular, contentType } = chooseFormat(headers.get('accept'));
  const isHead = method === 'HEAD';
  const range = readRange({ limit, offset, header: isHead ? null : headers.get('range') });
  /** @type {Selection} */
  const selection = {
    table,
    columns: selectedColumns(select ?? '*', table, catalog.types),
    conditions: [
      ...filters.map(({ name, value }) => parseFilter(name, value, table)),
      ...trees.map(({ name, value }) => parseTree(name, value, table)),
    ],
    order: order === null ? [] : parseOrder(order, table),
    // Of a second row it matters only that it is there.
    limit: singular ? Math.min(range.limit ?? 2, 2) : range.limit,
    offset: range.offset,
    ...{ count, format, singular, isHead, contentType },
    preferenceApplied: applied,
  };
  const sql = writeSelect(selection);
  return {
    ...selection,
    sql,
    key: [format, singular, isHead, applied, sql.shape?.kinds, sql.count, sql.rows].join('\n'),
  };
}

/** @param {string} method */
function requireReading(method) {
  if (method === 'GET' || method === 'HEAD') return;
  throw new ServeError(405, 'PGRST117', `Unsupported HTTP method: ${shortened(method)}`, {
    details: 'this service only reads',
    headers: { allow: 'OPTIONS, GET, HEAD' },
  });
}

/**
 * @param {string | null} profile
 * @param {Catalog} catalog
 */
function requireSchema(profile, { schema }) {
  if (profile === null || profile === schema) return;
  throw new ServeError(406, 'PGRST106', `Invalid schema: ${shortened(profile)}`, {
    hint: `Only the following schemas are exposed: ${schema}`,
  });
}

/** @param {string[]} path */
function tableName(path) {
  if (path[0] === 'rpc' && path.length > 1) throw unsupported('functions cannot be called; this service reads tables');
  if (path.length === 1 && path[0] !== '') return path[0];
  throw new ServeError(404, 'PGRST125', 'Invalid path specified in request URL', { hint: 'a table is read at /name' });
}
