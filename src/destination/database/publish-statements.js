import pg from 'pg';
import { RETRYABLE_STATES } from './diagnoses.js';
import { deletion, lookForRows, mayKeepRows, ROWS_KEPT } from './empty-table.js';
import { recordStatement } from './loads-table.js';
import { tryEmptying } from './lock-table.js';
import { keyOf, TARGET, updateOf } from './merge-rows.js';
import { countedRows, withRepeatedKeys, withTakenByTriggers } from './staged-counts.js';
import { consecutiveRuns, runsByColumns } from './staged-runs.js';
import { noteRefusal } from './staging-notes.js';
import { createNoteTable, ownColumns, stagingSql } from './staging-table.js';
import { quoted } from './table-name.js';

/** @import { Table } from '../../recipe/recipe.js' */
/** @import { Connection } from './connect.js' */
/** @import { LoadKey, LoadRecord } from './loads-table.js' */
/** @import { RowColumn } from './open.js' */
/** @import { Run } from './staged-runs.js' */
/** @import { StagedRows } from './staging-table.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * What triggers and rules of a table may do. `mayTake`: keep new rows from it; then those of each entry are inserted by a statement of
 * its own, which counts them. `mayKeep`: keep rows in it that are to be deleted.
 *
 * @typedef {{ mayTake: boolean, mayKeep: boolean }} Reactions
 */

/**
 * The statements that publish the staged rows, to be sent as one message: the server finishes it even if the client's time is up.
 * Nothing in it sends the client much before the commit, since a server that finds its client gone would give up. If it fails for
 * good, as by a constraint, it publishes nothing, notes that in the staging table and commits, because nobody may be there to be told.
 *
 * @param {Readonly<Table>} table
 * @param {FoundTable} found An existing one, unless there are no rows.
 * @param {StagedRows} staged
 * @param {LoadKey} key
 * @param {LoadRecord} record
 * @param {Reactions} may
 * @returns {string}
 */
export function publishStatements({ mode }, found, staged, key, record, { mayTake, mayKeep }) {
  const isMerge = mode === 'merge';
  const runs = isMerge ? consecutiveRuns(staged) : runsByColumns(staged);
  const hasTable = staged.shapes.length > 0;
  const isPicked = hasTable && (mayTake || runs.length > 1);
  const empties = mode === 'replace' && found.oid !== null;
  // As in a load without staging: without those that a trigger drops, except under "merge".
  const countsTaken = hasTable && !isMerge;
  const recording = recordStatement(key, record, {
    ...(countsTaken && { rows: '$1' }),
    ...(hasTable && {
      entriesOf: given => {
        const entries = isMerge ? withRepeatedKeys(staged, given) : given;
        return mayTake ? withTakenByTriggers(staged, entries, '$2') : entries;
      },
    }),
  });
  const published = [
    ...(empties ? [execution(deletion(found))] : []),
    ...(empties && mayKeep ? [execution(lookForRows(found), 'INTO kept'), FAIL_IF_KEPT] : []),
    ...(isPicked ? [execution(`CREATE INDEX ON ${stagingSql(staged)} (${ownColumns(staged).entry})`)] : []),
    ...runs.flatMap(run => (mayTake ? insertionsOfEach : insertionOf)(mode, found, staged, run, isPicked)),
    execution(recording, 'USING taken, counted'),
    execution(CHECK_NOW),
    execution(`DROP TABLE ${stagingSql(staged)}`),
  ];
  return [
    `/* ${markOf(staged)} */ SET LOCAL client_min_messages = 'error'`,
    'SET LOCAL lock_timeout = 0',
    // Not every version has these settings.
    `SELECT set_config(name, '0', true) FROM pg_settings
      WHERE name IN ('client_connection_check_interval', 'transaction_timeout')`,
    ...(empties && !hasTable ? [createNoteTable(staged)] : []),
    ...(empties || hasTable ? [notingRefusals(published, staged)] : [recording, CHECK_NOW]),
    'COMMIT',
  ].join(';\n');
}

/**
 * @param {Parameters<typeof insertion>} parts
 * @returns {string[]} Of PL/pgSQL.
 */
function insertionOf(...parts) {
  return [execution(insertion(...parts)), COUNT];
}

/** @type {typeof insertionOf} */
function insertionsOfEach(mode, found, staged, { columns, entries }, isPicked) {
  return [
    `FOREACH place IN ARRAY '{${entries}}'::integer[] LOOP`,
    execution(insertion(mode, found, staged, { columns, entries: '$1' }, isPicked), 'USING ARRAY[place]'),
    COUNT,
    'counted[place + 1] := added;',
    'END LOOP;',
  ];
}

/**
 * What would fail again in the same way is noted. What may succeed another time fails, and stays to be published.
 *
 * @param {string[]} steps Of PL/pgSQL. `taken` and `added` count rows, and `counted` those of each entry. `kept`: whether rows are
 *   left. `step` is the statement under way.
 * @param {StagedRows} staged
 */
function notingRefusals(steps, staged) {
  return `DO ${pg.escapeLiteral(
    `DECLARE taken bigint := 0; added bigint; kept boolean; place integer; counted bigint[] := '{}'; step text;
     BEGIN ${steps.join('\n')} EXCEPTION
       WHEN ${RETRYABLE_STATES.map(state => `SQLSTATE '${state.padEnd(5, '0')}'`).join(' OR ')} THEN RAISE;
       WHEN others OR assert_failure THEN ${noteRefusal(staged, 'step')} END`,
  )}`;
}

/**
 * A statement as one of PL/pgSQL: as a text, so that no name in it is taken for a variable.
 *
 * @param {string} statement
 * @param {string} [how] What follows it there.
 */
function execution(statement, how = '') {
  return `step := ${pg.escapeLiteral(statement)}; EXECUTE step ${how};`;
}

/**
 * What marks the statement in `pg_stat_activity`.
 *
 * @param {Pick<StagedRows, 'name'>} staged
 */
export function markOf({ name }) {
  return `sluice publishes ${name}`;
}

/**
 * Has the server plan what will be published, so that a missing permission or key is found before hours of collecting rows.
 *
 * @param {Pick<Connection, 'query'>} connection In a transaction.
 * @param {Readonly<Table>} table
 * @param {FoundTable} found
 * @param {StagedRows} staged
 * @param {readonly RowColumn[]} columns
 */
export async function tryPublishing(connection, { mode }, found, staged, columns) {
  if (found.oid === null) return;
  const statement = insertion(mode, found, staged, { columns, entries: '' }, false);
  // The rollback releases the lock on the table, for which a "replace" would wait until this turn ends. The role may be denied PL/pgSQL.
  const emptying = mode === 'replace' ? tryEmptying(found) : '';
  const looking = mode === 'replace' && (await mayKeepRows(connection, found)) ? `EXPLAIN ${lookForRows(found)};` : '';
  await connection.query(
    `${emptying} SAVEPOINT sluice; ${looking} EXPLAIN ${statement}; DO 'BEGIN END'; ROLLBACK TO SAVEPOINT sluice`,
  );
}

/**
 * @param {Table['mode']} mode
 * @param {FoundTable} found
 * @param {StagedRows} staged
 * @param {Pick<Run, 'columns'> & { entries: number[] | string }} run `entries`: also an expression.
 * @param {boolean} isPicked Whether there are rows of other entries.
 */
function insertion(mode, { sql }, staged, { columns, entries }, isPicked) {
  const names = columns.map(({ name }) => quoted(name));
  const own = ownColumns(staged);
  const where = `${countedRows(staged)}${isPicked ? ` AND ${own.entry} = ANY (${typeof entries === 'string' ? entries : `'{${entries}}'`})` : ''}`;
  const rows = `FROM ${stagingSql(staged)} WHERE ${where}`;
  // As COPY does, which takes values for every column.
  const into = `INSERT INTO ${sql} AS ${TARGET} (${names.join(', ')}) OVERRIDING SYSTEM VALUE`;
  if (mode !== 'merge') return `${into} SELECT ${names.join(', ')} ${rows}`;
  const key = keyOf(columns);
  return `${into} SELECT DISTINCT ON (${key.join(', ')}) ${names.join(', ')} ${rows}
    ORDER BY ${key.join(', ')}, ${own.row} DESC ON CONFLICT (${key.join(', ')}) ${updateOf(names, key)}`;
}

const FAIL_IF_KEPT = `IF kept THEN RAISE 'rows are left' USING ERRCODE = '${ROWS_KEPT}'; END IF;`;

const COUNT = 'GET DIAGNOSTICS added = ROW_COUNT; taken := taken + added;';

/** Deferred constraints, too: a violation at the commit could not be noted. */
const CHECK_NOW = 'SET CONSTRAINTS ALL IMMEDIATE';
