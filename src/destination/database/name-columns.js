/** @import { Connection } from './connect.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Adds the columns of the violated constraint to an error of the server, which says only its name for most of them. Those of another
 * table, such as one that refers to ours, are not added. Never fails.
 *
 * @param {Pick<Connection, 'query'>} connection Its transaction has failed.
 * @param {Pick<FoundTable, 'oid'>} table Where the rows were to go.
 * @param {any} error
 * @returns {Promise<any>} The same error, perhaps with `violated`.
 */
export async function nameColumns(connection, { oid }, error) {
  const { code, schema, table, constraint, column } = error ?? {};
  if (!/^23/.test(code) || !schema || !table || !constraint || column) return error;
  try {
    await connection.query('ROLLBACK');
    const rows = await connection.query(COLUMNS, [schema, table, constraint, oid]);
    error.violated = rows.map(({ name }) => name);
  } catch {
    // The constraint's name is known.
  }
  return error;
}

/** A unique index need not be a constraint. */
const COLUMNS = `
  SELECT attname::text AS name
    FROM (SELECT to_regclass(format('%I.%I', $1::text, $2::text)) AS oid) AS violated,
         LATERAL (SELECT conkey AS numbers FROM pg_constraint WHERE conrelid = violated.oid AND conname = $3
                  UNION ALL
                  SELECT indkey::int2[] FROM pg_index
                   WHERE indrelid = violated.oid AND indexrelid = to_regclass(format('%I.%I', $1::text, $3::text))
                   LIMIT 1) AS key,
         pg_attribute
   WHERE attrelid = violated.oid AND attnum = ANY (numbers)
     AND (violated.oid = $4::oid OR $4::oid IN (SELECT relid FROM pg_partition_ancestors(violated.oid)))
   ORDER BY array_position(numbers, attnum)`;
