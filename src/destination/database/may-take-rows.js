/** @import { Connection } from './connect.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Whether a row that is inserted may not become the table's: a trigger may drop it or put it elsewhere, which it says by returning
 * NULL, and so may a rule. What is behind a view or a foreign table is not looked at.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {Pick<FoundTable, 'oid'>} table
 * @returns {Promise<boolean>}
 */
export async function mayTakeRows(connection, { oid }) {
  const [found] = await connection.query(SOUGHT, [oid]);
  return found?.mayTake ?? false;
}

/** Of `tgtype`: 1 is for each row, 2 before, 4 on insert, 16 on update, and 64 instead of. A partition has triggers of its own, too. */
const SOUGHT = `
  SELECT relkind IN ('v', 'f') OR relhasrules OR EXISTS (
           SELECT FROM pg_trigger
            WHERE (tgrelid = c.oid OR tgrelid IN (SELECT relid FROM pg_partition_tree(c.oid)))
              AND NOT tgisinternal AND tgtype & 1 = 1 AND tgtype & 66 <> 0 AND tgtype & 20 <> 0) AS "mayTake"
    FROM pg_class AS c WHERE c.oid = $1::oid`;
