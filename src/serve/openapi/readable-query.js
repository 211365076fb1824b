import { literal } from '../sql/literal.js';

/**
 * The query for what a role may read. It gives one row with one column, `readable`: an object with the names of columns by the
 * table's oid.
 *
 * @param {string} schema
 * @param {string | null} role null: the connection's own.
 * @returns {string}
 */
export function readableQuery(schema, role) {
  return `SELECT coalesce(json_object_agg(c.oid::int8, (
    SELECT json_agg(a.attname) FROM pg_catalog.pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       AND has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT'))), '{}')::text AS readable
  FROM pg_catalog.pg_roles r, pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid
 WHERE r.rolname = ${role === null ? 'current_user' : literal(role)} AND n.nspname = ${literal(schema)}
   AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
   AND has_schema_privilege(r.oid, n.oid, 'USAGE') AND has_any_column_privilege(r.oid, c.oid, 'SELECT')`;
}
