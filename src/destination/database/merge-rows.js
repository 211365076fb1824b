import { quoted } from './table-name.js';

/** @import { Connection } from './connect.js' */
/** @import { RowColumn } from './open.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Makes the table that takes an entry's rows before they are merged: with the table's own types, so that the same values fit,
 * and without its constraints, except that a key is not NULL: a unique index allows any number of NULLs, so each load would add
 * such a row. It is temporary, so nothing of it is logged. Each row gets a number.
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
  const changes = [
    // Numbers that are taken one by one cost a seventh of the COPY's time.
    `ADD COLUMN ${orderOf(columns)} bigint GENERATED ALWAYS AS IDENTITY (CACHE 1000)`,
    ...keyOf(columns).map(name => `ALTER COLUMN ${name} SET NOT NULL`),
  ];
  await connection.query(
    `CREATE TEMPORARY TABLE ${STAGING} ON COMMIT DROP AS SELECT ${names} FROM ${sql} WITH NO DATA;
     ALTER TABLE ${STAGING} ${changes.join(', ')}`,
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
 */
export async function mergeStaging(connection, { sql }, columns, { rows, isFirst }) {
  const names = columns.map(({ name }) => quoted(name));
  const key = keyOf(columns);
  const before = isFirst ? 0 : await countMerged(connection, sql, key);
  const others = names.filter(name => !key.includes(name));
  // A key alone changes nothing, but only an update is counted.
  const changes = (others.length === 0 ? key.slice(0, 1) : others).map(name => `${name} = excluded.${name}`);
  const merged = await connection.run(
    `INSERT INTO ${sql} AS ${TARGET} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
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

/** @param {readonly RowColumn[]} columns */
function keyOf(columns) {
  return columns.filter(({ isKey }) => isKey).map(({ name }) => quoted(name));
}

/** @param {readonly RowColumn[]} columns */
function orderOf(columns) {
  let name = 'sluice_row';
  while (columns.some(column => column.name === name)) name += '_';
  return quoted(name);
}

/** What the table is called in statements that merge: its own name might be `excluded`, which stands for the new row there. */
export const TARGET = 'target';

/** The temporary table that takes an entry's rows. */
export const STAGING = 'pg_temp.sluice_rows';
