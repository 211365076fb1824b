import { QUOTABLE_STATES } from './diagnoses.js';
import { stagingSql } from './staging-table.js';

/** @import { Connection } from './connect.js' */
/** @import { StagedRows } from './staging-table.js' */

// What is noted of a load of several turns stands in the comment of its staging table.

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
 * The statement of PL/pgSQL that notes in the staging table why its rows were refused: the state, the constraint if there is one, and the
 * message if that quotes no value. What a function says may quote one: then it stands first in the context.
 *
 * @param {StagedRows} staged
 * @param {string} step The variable with the statement that failed.
 */
export function noteRefusal(staged, step) {
  const sql = stagingSql(staged);
  return `DECLARE violated text; violating text; home text; host text; said text; context text;
    BEGIN
      GET STACKED DIAGNOSTICS violated = CONSTRAINT_NAME, violating = COLUMN_NAME, home = SCHEMA_NAME, host = TABLE_NAME,
        said = MESSAGE_TEXT, context = PG_EXCEPTION_CONTEXT;
      IF SQLSTATE !~ '^(${QUOTABLE_STATES.join('|')})' OR strpos(context, ${step}) = 0
        OR strpos(left(context, strpos(context, ${step})), chr(10)) > 0 THEN said := NULL; END IF;
      EXECUTE format('COMMENT ON TABLE ${sql} IS %L',
        coalesce(obj_description('${sql}'::regclass, 'pg_class'), '${NOTE}') || '${REFUSAL}' || json_build_object(
          'code', SQLSTATE, 'constraint', nullif(violated, ''), 'column', nullif(violating, ''), 'schema', home, 'table', host,
          'message', said));
    END;`;
}

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {StagedRows} staged
 * @returns {Promise<Error | null>} What `noteRefusal` has noted, as the server would have reported it.
 */
export async function notedRefusal(connection, staged) {
  const note = (await noteOf(connection, staged)) ?? '';
  const at = note.indexOf(REFUSAL);
  if (at === -1) return null;
  const { column, message, ...refusal } = JSON.parse(note.slice(at + REFUSAL.length));
  return Object.assign(new Error(message ?? ''), {
    severity: 'ERROR',
    where: message ? '' : 'publishing',
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

const NOTE = 'rows that a load of several turns has collected; turns: ';
/** As earlier versions have it, which noted violated constraints only. */
const REFUSAL = '; violated: ';
