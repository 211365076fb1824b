import pg from 'pg';
import { DatabaseError } from '../../errors.js';
import { quoteName } from '../../printable.js';

/** @import { Connection } from './connect.js' */

/**
 * A table of the database, found or to be created.
 *
 * @typedef {object} FoundTable
 * @property {string} schema
 * @property {string} name
 * @property {string} sql Both, quoted for a statement.
 * @property {string} path `schema.name`, as in messages and `sluice.loads`.
 * @property {number | null} oid null if the table does not exist yet.
 * @property {boolean} needsInsert Whether `COPY` cannot write to it as `INSERT` does: into a view it takes a trigger, it ignores rules, and
 *   it is refused where row-level security applies to the role.
 */

/**
 * Finds a table. One without a schema is found as in any statement, along the role's `search_path`, and would be created in the
 * first schema there.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {{ schema: string | null, name: string }} table
 * @returns {Promise<FoundTable>}
 * @throws {DatabaseError} `database/no-schema`, `database/reserved-schema`
 */
export async function findTable(connection, { schema, name }) {
  const [found] = await connection.query(
    `SELECT c.oid::int8::text AS oid, coalesce($1, n.nspname, current_schema()) AS schema,
            coalesce(c.relkind = 'v' OR row_security_active(c.oid)
              OR EXISTS (SELECT FROM pg_rewrite WHERE ev_class = c.oid AND ev_type = '3'), false) AS "needsInsert",
            EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS "hasSchema"
       FROM (SELECT to_regclass($2) AS oid) AS sought
       LEFT JOIN pg_class AS c ON c.oid = sought.oid
       LEFT JOIN pg_namespace AS n ON n.oid = c.relnamespace`,
    [
      schema,
      [schema, name]
        .filter(part => part !== null)
        .map(quoted)
        .join('.'),
    ],
  );
  if (found.schema === null) {
    throw new DatabaseError(
      'database/no-schema',
      `the table ${quoteName(name)} has no schema, and the role's search_path has none that exists; name the schema in the recipe`,
    );
  }
  if (schema !== null && !found.hasSchema) {
    throw new DatabaseError(
      'database/no-schema',
      `the schema ${quoteName(schema)} of the table ${quoteName(name)} does not exist in this database; create it, and grant the role ` +
        'USAGE and CREATE on it, or correct its name in the recipe',
    );
  }
  if (found.schema === OWN_SCHEMA) {
    throw new DatabaseError(
      'database/reserved-schema',
      `the table ${quoteName(name)} is in the schema "${OWN_SCHEMA}", which records what was loaded, also from other archives; name a table ` +
        'of another schema in the recipe',
    );
  }
  return {
    schema: found.schema,
    name,
    sql: `${quoted(found.schema)}.${quoted(name)}`,
    path: `${found.schema}.${name}`,
    oid: found.oid === null ? null : Number(found.oid),
    needsInsert: found.needsInsert,
  };
}

/** Its tables say which rows are there: whoever may write a recipe must not write them. */
const OWN_SCHEMA = 'sluice';

/** @param {string} name */
export function quoted(name) {
  return pg.escapeIdentifier(name);
}
