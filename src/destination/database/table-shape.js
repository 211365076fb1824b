import { DatabaseError } from '../../errors.js';
import { printable } from '../../printable.js';
import { listed } from './entry-columns.js';
import { quoted } from './table-name.js';

/** @import { Connection } from './connect.js' */
/** @import { RowColumn } from './open.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Creates a table with the columns of the first entry's rows. Nobody else sees it before the load is committed.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns Those of a key become the primary key.
 */
export async function createTable(connection, { sql }, columns) {
  const definitions = columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => quoted(name));
  if (key.length > 0) definitions.push(`PRIMARY KEY (${key.join(', ')})`);
  await connection.query(`CREATE TABLE ${sql} (${definitions.join(', ')})`);
}

/**
 * Refuses rows with columns that their table lacks. It may have more: they get their defaults.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {FoundTable} table An existing one.
 * @param {readonly string[]} columns
 * @throws {DatabaseError} `database/wrong-columns`
 */
export async function requireColumns(connection, { oid, path }, columns) {
  const rows = await connection.query(
    `SELECT attname AS name, attgenerated <> '' AS "isGenerated" FROM pg_attribute
      WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [oid],
  );
  const namesWhere = (/** @type {boolean} */ isGenerated) =>
    rows.filter(row => row.isGenerated === isGenerated).map(({ name }) => String(name));
  refuseGenerated(path, namesWhere(true), columns);
  requireListed(path, namesWhere(false), columns);
}

/**
 * @param {string} path The table's.
 * @param {readonly string[]} generated The columns that the server computes.
 * @param {readonly string[]} columns
 * @throws {DatabaseError} `database/wrong-columns`
 */
function refuseGenerated(path, generated, columns) {
  const refused = columns.filter(column => generated.includes(column));
  if (refused.length === 0) return;
  throw new DatabaseError(
    'database/wrong-columns',
    `the table ${printable(path)} takes no values for the generated ${refused.length === 1 ? 'column' : 'columns'} ` +
      `${listed(refused)}; drop or rename the fields in the recipe`,
  );
}

/**
 * @param {string} path The table's.
 * @param {readonly string[]} there The columns that it has.
 * @param {readonly string[]} columns
 * @throws {DatabaseError} `database/wrong-columns`
 */
export function requireListed(path, there, columns) {
  const missing = columns.filter(column => !there.includes(column));
  if (missing.length === 0) return;
  throw new DatabaseError(
    'database/wrong-columns',
    `the table ${printable(path)} lacks the ${missing.length === 1 ? 'column' : 'columns'} ${listed(missing)}; it has ` +
      `${listed(there)}, and the entry has ${listed(columns)}; change the table, or rename or drop the fields in the recipe`,
  );
}
