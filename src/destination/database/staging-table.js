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
    ...(await definitionsOf(connection, table, columns)),
  ];
  const sql = stagingSql(staged);
  await connection.query(
    `CREATE TABLE ${sql} (${definitions.join(', ')}); CREATE SEQUENCE ${turnsOf(staged)} OWNED BY ${sql}.${turn}`,
  );
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
  const definitions = await definitionsOf(connection, table, added);
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
 * Notes in the staging table that a turn's rows are complete, in the transaction of the last of them.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {StagedRows} staged
 * @param {number} turn
 */
export async function noteTurn(connection, staged, turn) {
  const sql = stagingSql(staged);
  // Another delivery may be noting its own.
  await connection.query(`LOCK TABLE ${sql} IN SHARE UPDATE EXCLUSIVE MODE`);
  const turns = [...((await notedTurns(connection, staged)) ?? []), turn];
  await connection.query(`COMMENT ON TABLE ${sql} IS '${NOTE}${turns.join(' ')}'`);
}

/**
 * The statement of PL/pgSQL that notes in the staging table why its rows were refused: the state, and the constraint if there is one.
 * The message may quote values.
 *
 * @param {StagedRows} staged
 */
export function noteRefusal(staged) {
  const sql = stagingSql(staged);
  return `DECLARE violated text; violating text; home text; host text;
    BEGIN
      GET STACKED DIAGNOSTICS violated = CONSTRAINT_NAME, violating = COLUMN_NAME, home = SCHEMA_NAME, host = TABLE_NAME;
      EXECUTE format('COMMENT ON TABLE ${sql} IS %L', obj_description('${sql}'::regclass, 'pg_class') || '${REFUSAL}' ||
        json_build_object('code', SQLSTATE, 'constraint', nullif(violated, ''), 'column', nullif(violating, ''),
          'schema', home, 'table', host));
    END;`;
}

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {StagedRows} staged
 * @returns {Promise<Error | null>} What `noteRefusal` has noted, as the server would have reported it.
 */
export async function notedRefusal(connection, staged) {
  const noted = (await noteOf(connection, staged))?.split(REFUSAL)[1];
  if (noted === undefined) return null;
  const { column, ...refusal } = JSON.parse(noted);
  return Object.assign(new Error(), {
    severity: 'ERROR',
    where: 'publishing',
    ...refusal,
    column: column ?? undefined,
  });
}

/**
 * Whether all rows still exist. After a failover, the new server may lack the last commits; and somebody may have dropped the
 * table.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {StagedRows} staged
 */
export async function isThere(connection, staged) {
  if (staged.turns.length === 0) return true;
  const noted = await notedTurns(connection, staged);
  return noted !== null && staged.turns.every(turn => noted.includes(turn));
}

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {StagedRows} staged
 * @returns {Promise<number[] | null>} null if there is no such table.
 */
async function notedTurns(connection, staged) {
  const note = await noteOf(connection, staged);
  return note?.slice(NOTE.length).split(REFUSAL)[0].split(' ').filter(Boolean).map(Number) ?? null;
}

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {StagedRows} staged
 * @returns {Promise<string | null>} null if there is no such table.
 */
async function noteOf(connection, staged) {
  const [{ oid, note }] = await connection.query(
    `SELECT sought.oid, obj_description(sought.oid, 'pg_class') AS note FROM (SELECT to_regclass($1) AS oid) AS sought`,
    [stagingSql(staged)],
  );
  return oid === null ? null : (note ?? NOTE);
}

/**
 * The definitions of columns: as the table has them, or if it is missing, as it will.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {FoundTable} table
 * @param {readonly RowColumn[]} columns
 */
export async function definitionsOf(connection, { oid }, columns) {
  const rows = await connection.query(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type,
            (SELECT format(' COLLATE %I.%I', n.nspname, c.collname)
               FROM pg_collation AS c JOIN pg_namespace AS n ON n.oid = c.collnamespace WHERE c.oid = attcollation) AS collation
       FROM pg_attribute WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped`,
    [oid],
  );
  const there = new Map(rows.map(({ name, type, collation }) => [name, `${type}${collation ?? ''}`]));
  return columns.map(
    ({ name, type, isKey }) => `${quoted(name)} ${there.get(name) ?? type}${isKey ? ' NOT NULL' : ''}`,
  );
}

/** @param {Pick<StagedRows, 'name'>} staged */
function turnsOf({ name }) {
  return `sluice.${quoted(`${name}_turns`)}`;
}

const NOTE = 'rows that a load of several turns has collected; turns: ';
/** As earlier versions have it, which noted violated constraints only. */
const REFUSAL = '; violated: ';
