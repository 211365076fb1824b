import { definitionsOf } from './staging-table.js';
import { quoted } from './table-name.js';

/** @import { Connection } from './connect.js' */
/** @import { RowColumn } from './open.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Makes the table that takes an entry's rows before they are merged, or inserted where `COPY` does not do: with the table's own types,
 * so that the same values fit, and without its constraints, except that a key is not NULL: a unique index allows any number of NULLs,
 * so each load would add such a row. It is temporary, so nothing of it is logged. Each row gets a number.
 *
 * An entry with the columns of the one before it uses its table: each one holds locks until the commit, even if it is dropped,
 * and the server has room for some thousands.
 *
 * From the second entry on, the keys of those before it are kept: the table cannot tell which of its rows they were, since it may be
 * a view, or have triggers that drop rows or change others.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns
 * @param {readonly RowColumn[] | null} before Those of the entry before it; null for the first one.
 * @param {boolean} hasKeys Whether keys are kept already.
 */
export async function prepareStaging(connection, table, columns, before, hasKeys) {
  if (before !== null) {
    const key = keyOf(before);
    if (!hasKeys && key.length > 0) await keepKeys(connection, key);
    const isSame = before.length === columns.length && columns.every(({ name }, index) => name === before[index].name);
    await connection.query(`${isSame ? 'TRUNCATE' : 'DROP TABLE'} ${STAGING}`);
    if (isSame) return;
  }
  const definitions = [
    ...(await definitionsOf(connection, table, columns)),
    // Numbers that are taken one by one cost a seventh of the COPY's time.
    `${orderOf(columns)} bigint GENERATED ALWAYS AS IDENTITY (CACHE 1000)`,
  ];
  await connection.query(`CREATE TEMPORARY TABLE ${STAGING} (${definitions.join(', ')}) ON COMMIT DROP`);
}

/**
 * Inserts the staged rows, in their order, where `COPY` does not do.
 *
 * @param {Pick<Connection, 'run'>} connection
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns
 * @returns {Promise<number>} How many the server has counted.
 */
export function insertStaging(connection, { sql }, columns) {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  return connection.run(
    `INSERT INTO ${sql} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM ${STAGING} ORDER BY ${orderOf(columns)}`,
  );
}

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {readonly string[]} key
 */
async function keepKeys(connection, key) {
  await connection.query(
    `CREATE TEMPORARY TABLE ${KEYS} ON COMMIT DROP AS SELECT DISTINCT ${key.join(', ')} FROM ${STAGING};
     ALTER TABLE ${KEYS} ADD PRIMARY KEY (${key.join(', ')})`,
  );
}

/**
 * Merges the staged rows: the row with the same key is updated, others are added. Of several rows with one key, the last wins.
 *
 * @param {Pick<Connection, 'query' | 'run'>} connection
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns
 * @param {{ rows: number, hasKeys: boolean }} staged How many there are, and whether the keys of entries before are kept.
 * @returns {Promise<{ repeated: number, takenByTriggers: number }>} `repeated`: how many rows had a key that came before, in this entry
 *   or in one before it. `takenByTriggers`: how many of the others and of the last ones with a key the server has not counted.
 */
export async function mergeStaging(connection, { sql }, columns, { rows, hasKeys }) {
  const names = columns.map(({ name }) => quoted(name));
  const key = keyOf(columns);
  const merged = await connection.run(
    `INSERT INTO ${sql} AS ${TARGET} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
       SELECT DISTINCT ON (${key.join(', ')}) ${names.join(', ')} FROM ${STAGING}
         ORDER BY ${key.join(', ')}, ${orderOf(columns)} DESC
       ON CONFLICT (${key.join(', ')}) ${updateOf(names, key)}`,
  );
  // Otherwise each row had a key of its own.
  const keys = merged < rows ? await countKeys(connection, key) : rows;
  const fresh = hasKeys ? await addKeys(connection, key) : keys;
  return { repeated: rows - fresh, takenByTriggers: countsAll(columns, key) ? keys - merged : 0 };
}

/**
 * Whether the server counts all rows that are merged. With a key alone, those that are there are left as they are, and not counted.
 *
 * @param {readonly RowColumn[]} columns
 * @param {readonly string[]} key
 */
export function countsAll(columns, key) {
  return columns.length > key.length;
}

/**
 * What is done with a row that is there.
 *
 * @param {readonly string[]} names
 * @param {readonly string[]} key
 */
export function updateOf(names, key) {
  const changes = names.filter(name => !key.includes(name)).map(name => `${name} = excluded.${name}`);
  return changes.length === 0 ? 'DO NOTHING' : `DO UPDATE SET ${changes.join(', ')}`;
}

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {readonly string[]} key
 * @returns {Promise<number>} How many keys the staged rows have.
 */
async function countKeys(connection, key) {
  const [{ count }] = await connection.query(`SELECT count(*) FROM (${distinct(key)}) AS keys`);
  return Number(count);
}

/**
 * @param {Pick<Connection, 'run'>} connection
 * @param {readonly string[]} key
 * @returns {Promise<number>} How many keys of the staged rows no entry before had.
 */
function addKeys(connection, key) {
  return connection.run(`INSERT INTO ${KEYS} (${key.join(', ')}) ${distinct(key)} ON CONFLICT DO NOTHING`);
}

/** @param {readonly string[]} key */
function distinct(key) {
  return `SELECT DISTINCT ${key.join(', ')} FROM ${STAGING}`;
}

/** @param {readonly RowColumn[]} columns */
export function keyOf(columns) {
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

/** The temporary table with the keys of the entries before the last one. */
const KEYS = 'pg_temp.sluice_keys';
