import { quoted } from './table-name.js';

/** @import { Connection } from './connect.js' */
/** @import { RowColumn } from './open.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Rows that wait in a staging table for the last turn of their load. It goes into the job's checkpoint, and decides alone which
 * rows count: those of its turns. A turn that ended without a checkpoint, or whose checkpoint lost against another delivery's,
 * has left rows that no checkpoint names. They are not deleted: a checkpoint that comes late may name them.
 *
 * @typedef {object} StagedRows
 * @property {string} id The load's, random.
 * @property {string} name The staging table's, in the schema `sluice`. It begins with the time in UTC.
 * @property {number[]} turns The numbers of the turns whose rows count. No number is used twice.
 * @property {number} rows How many rows they have.
 * @property {number} kept How many entries are complete. There may be some rows of another one.
 * @property {RowColumn[][]} shapes The distinct lists of columns, in the order in which they came.
 * @property {number[]} entryShapes The shape of each entry's rows, by the entry's place; -1 for one without columns.
 */

/**
 * A staging table's own columns. Their names hold the load's random id, so no field has such a name.
 *
 * @param {Pick<StagedRows, 'id'>} staged
 */
export function ownColumns({ id }) {
  const suffix = id.slice(0, 8);
  return { turn: quoted(`turn_${suffix}`), entry: quoted(`entry_${suffix}`), row: quoted(`row_${suffix}`) };
}

/**
 * @param {Date} [now]
 * @returns {StagedRows} Without any rows, and without a table yet.
 */
export function newStaging(now = new Date()) {
  const id = crypto.randomUUID();
  const time = now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_');
  const name = `staging_${time}_${id.replaceAll('-', '').slice(0, 16)}`;
  return { id, name, turns: [], rows: 0, kept: 0, shapes: [], entryShapes: [] };
}

/** @param {Pick<StagedRows, 'name'>} staged */
export function stagingSql({ name }) {
  return `sluice.${quoted(name)}`;
}

/**
 * Creates a staging table, with the types of the rows' own table, so that the same values fit, and without its constraints,
 * except that a key is not NULL. It is a logged table: an unlogged one would be empty after a crash of the server, while a
 * checkpoint names its rows.
 *
 * Which turn and entry a row belongs to is a setting of the session. A constant in the column's default would be as fast
 * to read, but changing it locks the table against another delivery.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {StagedRows} staged
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns Of its first rows.
 * @param {boolean} isOrdered Whether the order of the rows matters.
 */
export async function createStagingTable(connection, staged, table, columns, isOrdered) {
  const { turn, entry, row } = ownColumns(staged);
  const definitions = [
    `${turn} integer NOT NULL DEFAULT current_setting('sluice.turn')::integer`,
    `${entry} integer NOT NULL DEFAULT current_setting('sluice.entry')::integer`,
    ...(isOrdered ? [`${row} bigint GENERATED ALWAYS AS IDENTITY (CACHE 1000)`] : []),
    ...(await definitionsOf(connection, table, columns, true)),
  ];
  const sql = stagingSql(staged);
  await connection.query(
    `CREATE TABLE ${sql} (${definitions.join(', ')}); CREATE SEQUENCE ${turnsOf(staged)} OWNED BY ${sql}.${turn}`,
  );
}

/**
 * The statement that creates a staging table for entries without any rows. It only serves to note in it that emptying their table was
 * refused.
 *
 * @param {Pick<StagedRows, 'name'>} staged
 */
export function createNoteTable(staged) {
  return `CREATE TABLE ${stagingSql(staged)} ()`;
}

/**
 * Adds the columns that the rows of a later entry bring.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {StagedRows} staged
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns
 */
export async function addStagingColumns(connection, staged, table, columns) {
  const there = new Set(staged.shapes.flat().map(({ name }) => name));
  const added = columns.filter(({ name }) => !there.has(name));
  if (added.length === 0) return;
  const definitions = await definitionsOf(connection, table, added, true);
  await connection.query(
    `ALTER TABLE ${stagingSql(staged)} ${definitions.map(each => `ADD COLUMN IF NOT EXISTS ${each}`).join(', ')}`,
  );
}

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {StagedRows} staged
 * @returns {Promise<number>} A turn's number, which no other turn of the load has had or will have.
 */
export async function nextTurn(connection, staged) {
  const [{ turn }] = await connection.query(`SELECT nextval('${turnsOf(staged)}')::integer AS turn`);
  return turn;
}

/**
 * The definitions of columns: as the table has them, or if it is missing, as it will.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns
 * @param {boolean} [mayLack] Whether rows may lack some of them. A domain that refuses NULL would refuse these rows, though the table may
 *   have a default for them, so it is only looked at once they are inserted.
 */
export async function definitionsOf(connection, { oid }, columns, mayLack = false) {
  const rows = await connection.query(DEFINITIONS, [oid, mayLack]);
  const there = new Map(rows.map(({ name, type, collation }) => [name, `${type}${collation ?? ''}`]));
  return columns.map(
    ({ name, type, isKey }) => `${quoted(name)} ${there.get(name) ?? type}${isKey ? ' NOT NULL' : ''}`,
  );
}

/** @param {Pick<StagedRows, 'name'>} staged */
function turnsOf({ name }) {
  return `sluice.${quoted(`${name}_turns`)}`;
}

/** A domain may be one of another domain. */
const DEFINITIONS = `
  WITH RECURSIVE types AS (
    SELECT attname AS name, atttypid AS type, atttypmod AS modifier, attcollation AS collated, false AS refuses, 0 AS depth
      FROM pg_attribute WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT name, typbasetype, typtypmod, collated, refuses OR typnotnull, depth + 1
      FROM types JOIN pg_type ON oid = type WHERE typtype = 'd' AND $2)
  SELECT DISTINCT ON (name) name, format_type(type, modifier) AS type,
         (SELECT format(' COLLATE %I.%I', n.nspname, c.collname)
            FROM pg_collation AS c JOIN pg_namespace AS n ON n.oid = c.collnamespace WHERE c.oid = collated) AS collation
    FROM types WHERE refuses OR depth = 0 ORDER BY name, depth DESC`;
