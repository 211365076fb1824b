import { DatabaseError } from '../../errors.js';
import { printable, quoteName } from '../../printable.js';
import { quoted } from './table-name.js';

/** @import { Connection } from './connect.js' */
/** @import { RowColumn } from './open.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Makes the table that takes an entry's rows before they are merged: with the table's own types, so that the same values fit,
 * and without its constraints. It is temporary, so nothing of it is logged. Each row gets a number.
 *
 * An entry with the columns of the one before it uses its table: each one holds locks until the commit, even if it is dropped,
 * and the server has room for some thousands.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns
 * @param {readonly RowColumn[] | null} before Those of the entry before it; null for the first one.
 */
export async function prepareStaging(connection, { sql }, columns, before) {
  if (before !== null) {
    const isSame = before.length === columns.length && columns.every(({ name }, index) => name === before[index].name);
    if (isSame) return;
    await connection.query(`DROP TABLE ${STAGING}`);
  }
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  await connection.query(
    `CREATE TEMPORARY TABLE ${STAGING} ON COMMIT DROP AS SELECT ${names} FROM ${sql} WITH NO DATA;
     ALTER TABLE ${STAGING} ADD COLUMN ${orderOf(columns)} bigint GENERATED ALWAYS AS IDENTITY`,
  );
}

/**
 * Merges the staged rows: the row with the same key is updated, others are added. Of several rows with one key, the last wins.
 *
 * @param {Pick<Connection, 'query' | 'run'>} connection
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns
 * @param {{ rows: number, isFirst: boolean }} staged How many there are, and whether nothing was merged before in this load.
 * @returns {Promise<number>} How many rows had a key that came before, in this entry or in one before it.
 * @throws {DatabaseError} `database/constraint`
 */
export async function mergeStaging(connection, { sql, path }, columns, { rows, isFirst }) {
  const names = columns.map(({ name }) => quoted(name));
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => quoted(name));
  await refuseNullKeys(connection, path, columns);
  const before = isFirst ? 0 : await countMerged(connection, sql, key);
  const others = names.filter(name => !key.includes(name));
  // A key alone changes nothing, but only an update is counted.
  const changes = (others.length === 0 ? key.slice(0, 1) : others).map(name => `${name} = excluded.${name}`);
  const merged = await connection.run(
    `INSERT INTO ${sql} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
       SELECT DISTINCT ON (${key.join(', ')}) ${names.join(', ')} FROM ${STAGING}
         ORDER BY ${key.join(', ')}, ${orderOf(columns)} DESC
       ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`,
  );
  await connection.run(`TRUNCATE ${STAGING}`);
  return before + rows - merged;
}

/**
 * Counts the rows whose key an entry before this one has merged: this transaction has written them.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {string} sql The table.
 * @param {readonly string[]} key
 * @returns {Promise<number>}
 */
async function countMerged(connection, sql, key) {
  const [{ count }] = await connection.query(
    `SELECT count(*) FROM ${sql} AS t WHERE t.xmin = pg_current_xact_id()::xid
       AND (${key.map(name => `t.${name}`).join(', ')}) IN (SELECT ${key.join(', ')} FROM ${STAGING})`,
  );
  return Number(count);
}

/**
 * Refuses a NULL in the key: a unique index allows any number of them, so each load would add such a row.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {string} path
 * @param {readonly RowColumn[]} columns
 */
async function refuseNullKeys(connection, path, columns) {
  for (const { name, isKey } of columns) {
    if (!isKey) continue;
    const [{ found }] = await connection.query(
      `SELECT EXISTS (SELECT FROM ${STAGING} WHERE ${quoted(name)} IS NULL) AS found`,
    );
    if (!found) continue;
    throw new DatabaseError(
      'database/constraint',
      `cannot load the table ${printable(path)}: the column ${quoteName(name)} of its key is NULL in a row; leave such records ` +
        'out by the recipe (require)',
    );
  }
}

/** @param {readonly RowColumn[]} columns */
function orderOf(columns) {
  let name = 'sluice_row';
  while (columns.some(column => column.name === name)) name += '_';
  return quoted(name);
}

/** The temporary table that takes an entry's rows. */
export const STAGING = 'pg_temp.sluice_rows';
