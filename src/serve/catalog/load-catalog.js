import { identifier } from '../sql/literal.js';
import { BUILT_IN_TYPES } from './built-in-types.js';
import { catalogQuery } from './catalog-query.js';

/**
 * What the schema has that can be read, and the parts of statements that follow from it.
 *
 * @typedef {object} Catalog
 * @property {string} schema
 * @property {string | null} comment The schema's.
 * @property {Map<string, Table>} tables
 * @property {Map<string, CastType>} types What a column may be cast to, by the name in a request.
 *
 * @typedef {object} Table
 * @property {string} name
 * @property {'table' | 'view' | 'materialized view' | 'foreign table' | 'partitioned table'} kind
 * @property {boolean} isPartition Of another table.
 * @property {string | null} comment
 * @property {Map<string, Column>} columns
 * @property {string[]} primaryKey
 * @property {number} oid
 * @property {string} sql What FROM names, with `t` as its alias.
 * @property {Column[]} all The columns, in their order.
 *
 * @typedef {object} Column
 * @property {string} name
 * @property {string} type As SQL writes it: `character varying(20)`.
 * @property {string} typeName `varchar`.
 * @property {string} baseType What a domain stands for, and else `typeName`.
 * @property {string} category Postgres's `typcategory`.
 * @property {string[] | null} labels An enum's.
 * @property {boolean} isNullable
 * @property {string | null} comment
 * @property {number} ordinal
 * @property {Form} form
 * @property {string} sql Quoted, with the table's alias.
 *
 * @typedef {object} CastType
 * @property {string} sql
 * @property {Form} form
 *
 * What a value is in JSON. `number`, `boolean`: itself. `text`: a string with the type's text. `moment`: a string with another text, that
 * of ISO 8601. `other`: what Postgres makes of it.
 *
 * @typedef {'text' | 'number' | 'boolean' | 'moment' | 'other'} Form
 */

/**
 * Reads the catalog, with one query.
 *
 * @param {(sql: string) => Promise<any[]>} query
 * @param {string} schema
 * @returns {Promise<Catalog>}
 * @throws {Error} If there is no such schema.
 */
export async function loadCatalog(query, schema) {
  const [row] = await query(catalogQuery(schema));
  if (row === undefined) throw new Error(`the database has no schema "${schema}"; name another one with --schema`);
  const found = typeof row.catalog === 'string' ? JSON.parse(row.catalog) : row.catalog;
  return {
    schema,
    comment: found.comment,
    tables: new Map(found.tables.map((/** @type {any} */ table) => [table.name, toTable(schema, table)])),
    types: toTypes(schema, found.types),
  };
}

/**
 * @param {string} schema
 * @param {any} found
 * @returns {Table}
 */
function toTable(schema, { columns, ...table }) {
  const all = columns.map((/** @type {any} */ column) => ({ ...column, sql: `t.${identifier(column.name)}` }));
  return {
    ...table,
    columns: new Map(all.map((/** @type {Column} */ column) => [column.name, column])),
    all,
    sql: `${identifier(schema)}.${identifier(table.name)} t`,
  };
}

/**
 * @param {string} schema
 * @param {{ name: string, form: Form }[]} own
 * @returns {Map<string, CastType>}
 */
function toTypes(schema, own) {
  const types = own.map(({ name, form }) => {
    const type = { sql: `${identifier(schema)}.${identifier(name)}`, form };
    return /** @type {const} */ ([name, type]);
  });
  return new Map([...types, ...BUILT_IN_TYPES]);
}
