/** @import { Connection } from './connect.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Deletes all rows of a table, under `replace`. `TRUNCATE` would be faster, but makes every reader wait until the load is done, and
 * shows an empty table to those that began before it; it is refused where a foreign key refers to the table. After `DELETE` all see the
 * old rows until the commit.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {FoundTable} table An existing one.
 * @throws {unknown} What the server throws, or `ROWS_KEPT`.
 */
export async function emptyTable(connection, table) {
  await connection.query(deletion(table));
  if (!(await mayKeepRows(connection, table))) return;
  const [{ exists }] = await connection.query(lookForRows(table));
  if (exists) throw Object.assign(new Error('rows are left'), { severity: 'ERROR', code: ROWS_KEPT });
}

/** @param {Pick<FoundTable, 'sql'>} table */
export function deletion({ sql }) {
  return `DELETE FROM ${sql}`;
}

/** @param {Pick<FoundTable, 'sql'>} table */
export function lookForRows({ sql }) {
  return `SELECT EXISTS (SELECT FROM ${sql})`;
}

/**
 * Whether a row may stay that is to be deleted: a trigger may keep it by returning NULL, as one does that only marks it as deleted, and
 * so may a rule. What is behind a view or a foreign table is not looked at.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {Pick<FoundTable, 'oid'>} table
 * @returns {Promise<boolean>}
 */
export async function mayKeepRows(connection, { oid }) {
  const [found] = await connection.query(SOUGHT, [oid]);
  return found?.mayKeep ?? false;
}

/**
 * Of `tgtype`: 1 is for each row, 2 before, 8 on delete, and 64 instead of. Partitions and tables that inherit from the table have triggers
 * of their own, and their rows are deleted, too.
 */
const SOUGHT = `
  WITH RECURSIVE family AS (
    SELECT $1::oid AS relid UNION SELECT inhrelid FROM pg_inherits JOIN family ON inhparent = relid)
  SELECT relkind IN ('v', 'f') OR EXISTS (SELECT FROM pg_rewrite WHERE ev_class = c.oid AND ev_type = '4' AND ev_enabled <> 'D') OR EXISTS (
           SELECT FROM pg_trigger JOIN family ON tgrelid = relid
            WHERE NOT tgisinternal AND tgenabled <> 'D' AND tgtype & 1 = 1 AND tgtype & 66 <> 0 AND tgtype & 8 <> 0) AS "mayKeep"
    FROM pg_class AS c WHERE c.oid = $1::oid`;

/** A state of our own: rows of the table were to be deleted, and are left. */
export const ROWS_KEPT = 'SLR01';
