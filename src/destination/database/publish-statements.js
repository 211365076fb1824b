import pg from 'pg';
import { recordStatement } from './loads-table.js';
import { TARGET } from './merge-rows.js';
import { noteViolation, ownColumns, stagingSql } from './staging-table.js';
import { quoted } from './table-name.js';

/** @import { Table } from '../../recipe/recipe.js' */
/** @import { Connection } from './connect.js' */
/** @import { LoadKey, LoadRecord } from './loads-table.js' */
/** @import { RowColumn } from './open.js' */
/** @import { StagedRows } from './staging-table.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * The statements that publish the staged rows, to be sent as one message: the server finishes it even if the client's time is up.
 * Nothing in it sends the client much before the commit, since a server that finds its client gone would give up. If a row
 * violates a constraint, it publishes nothing, notes that in the staging table and commits, because nobody may be there to be told.
 *
 * @param {Readonly<Table>} table
 * @param {FoundTable} found An existing one, unless there are no rows.
 * @param {StagedRows} staged
 * @param {LoadKey} key
 * @param {LoadRecord} record
 * @returns {string}
 */
export function publishStatements({ mode }, found, staged, key, record) {
  const isMerge = mode === 'merge';
  const runs = isMerge ? consecutiveRuns(staged) : runsByColumns(staged);
  const hasMany = runs.length > 1;
  const steps = [
    ...(mode === 'replace' && found.oid !== null ? [`DELETE FROM ${found.sql}`] : []),
    ...(hasMany ? [`CREATE INDEX ON ${stagingSql(staged)} (${ownColumns(staged).entry})`] : []),
    ...runs.map(run => insertion(mode, found, staged, run, hasMany)),
    recordStatement(key, record, entries => (isMerge ? withRepeatedKeys(staged, entries) : entries)),
    'SET CONSTRAINTS ALL IMMEDIATE',
  ];
  const hasTable = staged.shapes.length > 0;
  return [
    `/* ${markOf(staged)} */ SET LOCAL client_min_messages = 'error'`,
    'SET LOCAL lock_timeout = 0',
    // Not every version has these settings.
    `SELECT set_config(name, '0', true) FROM pg_settings
      WHERE name IN ('client_connection_check_interval', 'transaction_timeout')`,
    ...(hasTable ? [notingViolations([...steps, `DROP TABLE ${stagingSql(staged)}`], staged)] : steps),
    'COMMIT',
  ].join(';\n');
}

/**
 * @param {string[]} steps
 * @param {StagedRows} staged
 */
function notingViolations(steps, staged) {
  // As texts, so that no name in them is taken for a variable.
  const executed = steps.map(step => `EXECUTE ${pg.escapeLiteral(step)};`).join('\n');
  return `DO ${pg.escapeLiteral(
    `BEGIN ${executed} EXCEPTION WHEN integrity_constraint_violation THEN ${noteViolation(staged)} END`,
  )}`;
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
  const statement = insertion(mode, found, staged, { columns, entries: [] }, false);
  // The rollback releases the lock on the table, for which a "replace" would wait until this turn ends. The role may be denied PL/pgSQL.
  await connection.query(`SAVEPOINT sluice; EXPLAIN ${statement}; DO 'BEGIN END'; ROLLBACK TO SAVEPOINT sluice`);
}

/**
 * Entries whose rows are inserted by one statement.
 *
 * @typedef {{ columns: readonly RowColumn[], entries: number[] }} Run
 */

/**
 * Without a key the order does not matter: one run for each set of columns.
 *
 * @param {StagedRows} staged
 * @returns {Run[]}
 */
function runsByColumns(staged) {
  /** @type {Map<string, Run>} */
  const runs = new Map();
  for (const run of consecutiveRuns(staged)) {
    const key = setOf(run.columns);
    const found = runs.get(key);
    if (found === undefined) runs.set(key, run);
    else found.entries = found.entries.concat(run.entries);
  }
  return [...runs.values()];
}

/**
 * Under `merge` the later record wins, and changes only the columns that it has: one run for neighbours with the same columns.
 *
 * @param {StagedRows} staged
 * @returns {Run[]}
 */
function consecutiveRuns({ shapes, entryShapes }) {
  /** @type {Run[]} */
  const runs = [];
  for (const [entry, shape] of entryShapes.entries()) {
    if (shape === -1) continue;
    const columns = shapes[shape];
    const last = runs.at(-1);
    if (last !== undefined && setOf(last.columns) === setOf(columns)) last.entries.push(entry);
    else runs.push({ columns, entries: [entry] });
  }
  return runs;
}

/** @param {readonly RowColumn[]} columns */
function setOf(columns) {
  return JSON.stringify(columns.map(({ name, isKey }) => [name, isKey]).sort());
}

/**
 * @param {Table['mode']} mode
 * @param {FoundTable} found
 * @param {StagedRows} staged
 * @param {Run} run
 * @param {boolean} hasMany Whether there are other runs.
 */
function insertion(mode, { sql }, staged, { columns, entries }, hasMany) {
  const names = columns.map(({ name }) => quoted(name));
  const own = ownColumns(staged);
  const where = `${countedRows(staged)}${hasMany ? ` AND ${own.entry} = ANY ('{${entries}}')` : ''}`;
  const rows = `FROM ${stagingSql(staged)} WHERE ${where}`;
  // As COPY does, which takes values for every column.
  const into = `INSERT INTO ${sql} AS ${TARGET} (${names.join(', ')}) OVERRIDING SYSTEM VALUE`;
  if (mode !== 'merge') return `${into} SELECT ${names.join(', ')} ${rows}`;
  const key = keyOf(columns);
  const others = names.filter(name => !key.includes(name));
  // A key alone changes nothing, but only an update is counted.
  const changes = (others.length === 0 ? key.slice(0, 1) : others).map(name => `${name} = excluded.${name}`);
  return `${into} SELECT DISTINCT ON (${key.join(', ')}) ${names.join(', ')} ${rows}
    ORDER BY ${key.join(', ')}, ${own.row} DESC ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
}

/**
 * The entries' JSON, each with the number of rows whose key came before: in it, or in an earlier entry.
 *
 * @param {StagedRows} staged
 * @param {string} entries An expression.
 */
function withRepeatedKeys(staged, entries) {
  const [columns] = staged.shapes;
  if (columns === undefined) return entries;
  const { entry, row } = ownColumns(staged);
  const counted = `SELECT ${entry} AS place, count(*) AS rows FROM (
      SELECT ${entry}, row_number() OVER (PARTITION BY ${keyOf(columns).join(', ')} ORDER BY ${row}) AS number
        FROM ${stagingSql(staged)} WHERE ${countedRows(staged)}) AS numbered WHERE number > 1 GROUP BY ${entry}`;
  return `(SELECT coalesce(json_agg(CASE WHEN repeated.rows IS NULL THEN value ELSE
      (value::jsonb || jsonb_build_object('repeatedKeys', repeated.rows))::json END ORDER BY number), '[]')
    FROM json_array_elements(${entries}) WITH ORDINALITY AS listed(value, number)
    LEFT JOIN (${counted}) AS repeated ON repeated.place = number - 1)`;
}

/** @param {StagedRows} staged */
function countedRows(staged) {
  return `${ownColumns(staged).turn} = ANY ('{${staged.turns}}')`;
}

/** @param {readonly RowColumn[]} columns */
function keyOf(columns) {
  return columns.filter(({ isKey }) => isKey).map(({ name }) => quoted(name));
}
