import { connect } from './connect.js';
import { quoted } from './table-name.js';

/** @import { Connection } from './connect.js' */
/** @import { DatabaseSettings } from './settings.js' */

/**
 * Drops a staging table that is no longer needed. If that fails, or takes long, a later load drops it as an abandoned one.
 *
 * @param {DatabaseSettings} settings
 * @param {{ name: string }} staged
 */
export async function dropStaging(settings, { name }) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), DROP_MS);
  try {
    const connection = await connect(settings, late.signal);
    late.signal.addEventListener('abort', connection.leave, { once: true });
    await drop(connection, name).finally(connection.close);
  } catch {
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Drops staging tables that `ABANDONED` has found.
 *
 * @param {Pick<Connection, 'query'>} connection Without a transaction.
 * @param {readonly string[]} names
 */
export async function dropAbandoned(connection, names) {
  for (const name of names) await drop(connection, name);
}

/**
 * A query for the staging tables that have not been finished within 14 days: no queue keeps a message for longer. Only the tables of
 * this role, or of a role that it is a member of.
 */
export const ABANDONED = `
  SELECT relname::text FROM pg_class
   WHERE relnamespace = to_regnamespace('sluice') AND relkind = 'r' AND pg_has_role(relowner, 'USAGE')
     AND relname ~ '^staging_\\d{8}_\\d{6}_[0-9a-f]{16}$'
     AND substr(relname, 9, 15) < to_char((now() - interval '14 days') AT TIME ZONE 'UTC', 'YYYYMMDD_HH24MISS')`;

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {string} name
 */
async function drop(connection, name) {
  try {
    // Does not wait for a load that uses it.
    await connection.query(`BEGIN; SET LOCAL lock_timeout = '2s'; DROP TABLE IF EXISTS sluice.${quoted(name)}; COMMIT`);
  } catch {
    await connection.query('ROLLBACK').catch(() => {});
  }
}

/** The server waits up to two seconds for a lock. */
const DROP_MS = 5_000;
