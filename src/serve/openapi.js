import { columnSchema } from './openapi/column-schema.js';
import { PARAMETERS, RESPONSES } from './openapi/common-parts.js';
import { readableQuery } from './openapi/readable-query.js';

/** @import { Catalog, Column, Table } from './catalog/load-catalog.js' */

/**
 * Describes, as OpenAPI 3.1, what a role may read, and nothing else.
 *
 * @param {(sql: string) => Promise<any[]>} query
 * @param {Catalog} catalog
 * @param {string | null} role null: the connection's own.
 * @returns {Promise<object>}
 */
export async function describeApi(query, catalog, role) {
  const [{ readable }] = await query(readableQuery(catalog.schema, role));
  /** @type {Record<string, string[]>} The columns, by the table's oid. */
  const columns = typeof readable === 'string' ? JSON.parse(readable) : readable;
  const tables = [...catalog.tables.values()].flatMap(table => {
    const names = new Set(columns[table.oid] ?? []);
    // The parts of a partitioned table are read through the table.
    return names.size === 0 || table.isPartition
      ? []
      : [{ table, columns: table.all.filter(({ name }) => names.has(name)) }];
  });
  return {
    openapi: '3.1.0',
    info: {
      title: catalog.schema,
      description: catalog.comment ?? 'Tables and views, read as PostgREST reads them',
      version: '1',
    },
    paths: Object.fromEntries(tables.map(({ table, columns }) => [pathOf(table), describePath(table, columns)])),
    components: {
      schemas: Object.fromEntries(tables.map(({ table, columns }) => [schemaName(table), describeRow(table, columns)])),
      ...{ parameters: PARAMETERS, responses: RESPONSES },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    // A token, or none.
    security: [{ token: [] }, {}],
  };
}

/** @param {Table} table */
function pathOf({ name }) {
  return `/${encodeURIComponent(name)}`;
}

/**
 * A component's name has few characters to choose from.
 *
 * @param {Table} table
 */
function schemaName({ name, oid }) {
  return /^[\w.-]+$/.test(name) ? name : `table.${oid}`;
}

/**
 * @param {Table} table
 * @param {Column[]} columns
 */
function describePath(table, columns) {
  const row = { $ref: `#/components/schemas/${schemaName(table)}` };
  const rows = {
    description: 'The rows',
    headers: { 'Content-Range': { description: 'Which rows of how many: 0-9/57', schema: { type: 'string' } } },
    content: {
      'application/json': { schema: { type: 'array', items: row } },
      'application/vnd.pgrst.object+json': { schema: row },
      'application/x-ndjson': { schema: { type: 'string', description: 'A JSON object on each line' } },
      'text/csv': { schema: { type: 'string' } },
    },
  };
  const operation = {
    tags: [table.name],
    ...(table.comment !== null && { summary: table.comment }),
    parameters: [
      ...Object.keys(PARAMETERS).map(name => ({ $ref: `#/components/parameters/${name}` })),
      ...columns.map(describeFilter),
    ],
    responses: {
      200: rows,
      206: { ...rows, description: 'A part of the rows' },
      ...{ '4XX': ERROR, '5XX': ERROR },
    },
  };
  return { get: operation };
}

/** @param {Column} column */
function describeFilter({ name, type }) {
  return {
    name: PLAIN.test(name) && !RESERVED.includes(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`,
    in: 'query',
    description: `A filter of the column (${type}): eq.1, not.in.(1,2), is.null`,
    schema: { type: 'string' },
  };
}

/**
 * @param {Table} table
 * @param {Column[]} columns
 */
function describeRow({ comment, primaryKey }, columns) {
  return {
    type: 'object',
    ...(comment !== null && { description: comment }),
    properties: Object.fromEntries(
      columns.map(column => [column.name, columnSchema(column, primaryKey.includes(column.name))]),
    ),
  };
}

const ERROR = { $ref: '#/components/responses/error' };
const PLAIN = /^[\p{L}\p{N}_$]+$/u;
const RESERVED = ['select', 'order', 'limit', 'offset', 'and', 'or', 'columns', 'on_conflict'];
