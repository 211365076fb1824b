import { findTable } from './table-name.js';

/** @import { Connection } from './connect.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Begins the transaction of a load, and locks its table: other loads of it wait, whatever else writes to it does not, and
 * nobody waits to read. Under `replace` nobody else may write either, or their rows would stay.
 *
 * A lock that is held for long is not waited for in one statement, so that a job can be stopped, and so that requests for the
 * table do not queue up behind ours.
 *
 * @param {Pick<Connection, 'query' | 'begin'>} connection
 * @param {{ schema: string | null, name: string, mode: string }} table
 * @param {{ throwIfStopped: () => void, maxWaitMs?: number }} options
 * @returns {Promise<FoundTable>}
 */
export async function lockTable(connection, table, { throwIfStopped, maxWaitMs = MAX_WAIT_MS }) {
  const start = performance.now();
  for (;;) {
    throwIfStopped();
    await beginTransaction(connection);
    try {
      return await tryToLock(connection, table);
    } catch (error) {
      const isHeld = /** @type {{ code?: string }} */ (error).code === LOCK_NOT_AVAILABLE;
      if (!isHeld || performance.now() - start > maxWaitMs) throw error;
      await connection.query('ROLLBACK');
    }
  }
}

/** @param {Pick<Connection, 'begin'>} connection */
export async function beginTransaction(connection) {
  await connection.begin(BEGIN);
}

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {{ schema: string | null, name: string, mode: string }} table
 */
async function tryToLock(connection, table) {
  const { path } = await findTable(connection, table);
  await connection.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`sluice ${path}`]);
  // The load that we have waited for may have created it.
  const found = await findTable(connection, table);
  const mode = table.mode === 'replace' ? 'SHARE ROW EXCLUSIVE' : 'ROW EXCLUSIVE';
  const lock = found.oid === null ? '' : `LOCK TABLE ${found.sql} IN ${mode} MODE;`;
  const check = found.oid !== null && table.mode === 'replace' ? tryEmptying(found) : '';
  // From here on it waits for single rows, which others hold; giving up would mean to load all of them again.
  await connection.query(`${lock} ${check} SET LOCAL lock_timeout = ${MAX_WAIT_MS}`);
  return found;
}

/**
 * A policy that hides rows from the role would leave them in a table that is emptied. Without row security, the server refuses then.
 * Only the plan is asked for like that: what triggers do in other tables is subject to their policies, as ever.
 *
 * @param {Pick<FoundTable, 'sql'>} table
 * @returns {string}
 */
export function tryEmptying({ sql }) {
  return `SAVEPOINT sluice; SET LOCAL row_security = off; EXPLAIN DELETE FROM ${sql}; ROLLBACK TO SAVEPOINT sluice;`;
}

/**
 * A load that waited for a lock has to see what was committed meanwhile, so every statement looks anew. The server's time limits
 * are for queries, and a load reads at the pace of its archive; a client that is gone is noticed by TCP. A time without a zone
 * is one in UTC, whatever the server is set to. What the server says is committed has to outlast it, since the archive may be
 * deleted then. `transaction_timeout` is there from Postgres 17 on.
 */
const BEGIN = `
  BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SET LOCAL TimeZone = 'UTC';
  SET LOCAL lock_timeout = '2s';
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL tcp_keepalives_idle = 30;
  SET LOCAL tcp_keepalives_interval = 10;
  SET LOCAL tcp_keepalives_count = 3;
  SELECT set_config('transaction_timeout', '0', true) WHERE current_setting('transaction_timeout', true) IS NOT NULL;
  SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`;
const LOCK_NOT_AVAILABLE = '55P03';
const MAX_WAIT_MS = 5 * 60_000;
