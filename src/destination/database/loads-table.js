import pg from 'pg';
import { ABANDONED, dropAbandoned } from './drop-staging.js';

/** @import { Connection } from './connect.js' */

/**
 * The key of a load in `sluice.loads`: the archive's address, its version (the version's id, or the ETag), and the table.
 *
 * @typedef {{ archive: string, version: string, table: string }} LoadKey
 *
 * A load that is committed. `id` is its own: a load that was forced has the key of an earlier one. `entries` is the outcome of
 * each of its entries.
 *
 * @typedef {{ id: string, recipe: string, entries: any[] }} StoredLoad
 *
 * @typedef {{ id: string, recipe: string, sequencer: string | null, mode: string, rows: number, entries: string }} LoadRecord
 *   `entries`: JSON.
 */

/**
 * Creates the table of loads if it is missing, and otherwise drops abandoned staging tables. If the table exists, the role needs
 * no permission to create it.
 *
 * @param {Pick<Connection, 'query'>} connection
 */
export async function ensureLoadsTable(connection) {
  const { hasSchema, hasTable, abandoned } = await look(connection);
  if (hasTable) return dropAbandoned(connection, abandoned);
  // Under a lock, because `IF NOT EXISTS` fails if two sessions do it at once. A session looks at what others have committed
  // meanwhile once it opens a table; without that, it may still take the schema for missing.
  await connection.query(
    `BEGIN READ WRITE; SELECT pg_advisory_xact_lock(hashtextextended('sluice.loads', 0)); SELECT FROM pg_namespace WHERE false;
     ${hasSchema ? '' : 'CREATE SCHEMA IF NOT EXISTS sluice;'} ${CREATION}; COMMIT`,
  );
}

/** @param {Pick<Connection, 'query'>} connection */
async function look(connection) {
  const [found] = await connection.query(
    `SELECT to_regnamespace('sluice') IS NOT NULL AS "hasSchema", to_regclass('sluice.loads') IS NOT NULL AS "hasTable",
            ARRAY(${ABANDONED}) AS abandoned`,
  );
  return found;
}

/**
 * @param {Pick<Connection, 'query'>} connection
 * @param {LoadKey} key
 * @returns {Promise<StoredLoad | null>}
 */
export async function findLoad(connection, { archive, version, table }) {
  const [row] = await connection.query(
    'SELECT id, recipe, entries FROM sluice.loads WHERE archive = $1 AND version = $2 AND table_name = $3',
    [archive, version, table],
  );
  return row ?? null;
}

/**
 * Finds the load of the same version, and the latest sequencer with which another version of the archive was loaded.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {LoadKey} key
 * @returns {Promise<{ earlier: StoredLoad | null, latestSequencer: string | null }>}
 */
export async function findLoads(connection, { archive, version, table }) {
  // S3's sequencers are compared as if the shorter one ended in zeros.
  const [{ sequencer, ...earlier }] = await connection.query(
    `SELECT own.id, own.recipe, own.entries, latest.sequencer FROM (SELECT) AS one
       LEFT JOIN sluice.loads AS own ON own.archive = $1 AND own.version = $2 AND own.table_name = $3
       LEFT JOIN (SELECT sequencer FROM sluice.loads
                   WHERE archive = $1 AND version <> $2 AND table_name = $3 AND sequencer IS NOT NULL
                   ORDER BY rpad(upper(sequencer), 100, '0') COLLATE "C" DESC LIMIT 1) AS latest ON true`,
    [archive, version, table],
  );
  return { earlier: earlier.id === null ? null : earlier, latestSequencer: sequencer };
}

/**
 * Records a load, in its own transaction.
 *
 * @param {Pick<Connection, 'query'>} connection
 * @param {LoadKey} key
 * @param {LoadRecord} load
 */
export async function recordLoad(connection, key, load) {
  const values = valuesOf(key, load);
  await connection.query(insertion(values.map((_, index) => `$${index + 1}`)), values);
}

/**
 * The statement that records a load.
 *
 * @param {LoadKey} key
 * @param {LoadRecord} load
 * @param {{ rows?: string, entriesOf?: (entries: string) => string }} [expressions] `rows`: that of the number of rows, instead of the
 *   load's. `entriesOf`: makes that of the entries from that of their JSON.
 * @returns {string}
 */
export function recordStatement(key, load, { rows, entriesOf = entries => entries } = {}) {
  const values = valuesOf(key, load).map(value => (value === null ? 'NULL' : pg.escapeLiteral(String(value))));
  return insertion([...values.slice(0, -2), rows ?? values[values.length - 2], entriesOf(`${values.at(-1)}::json`)]);
}

/**
 * @param {LoadKey} key
 * @param {LoadRecord} load
 */
function valuesOf({ archive, version, table }, { id, recipe, sequencer, mode, rows, entries }) {
  return [archive, version, table, id, recipe, sequencer, mode, rows, entries];
}

/** @param {string[]} expressions */
function insertion(expressions) {
  return `INSERT INTO sluice.loads (archive, version, table_name, id, recipe, sequencer, mode, rows, entries)
     VALUES (${expressions.join(', ')})
     ON CONFLICT (archive, version, table_name) DO UPDATE
       SET id = excluded.id, recipe = excluded.recipe, mode = excluded.mode, rows = excluded.rows,
           entries = excluded.entries, loaded_at = excluded.loaded_at,
           sequencer = coalesce(excluded.sequencer, sluice.loads.sequencer)`;
}

const CREATION = `
  CREATE TABLE IF NOT EXISTS sluice.loads (
    archive text NOT NULL,
    version text NOT NULL,
    table_name text NOT NULL,
    id uuid NOT NULL,
    recipe text NOT NULL,
    sequencer text,
    mode text NOT NULL,
    rows bigint NOT NULL,
    entries json NOT NULL,
    loaded_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (archive, version, table_name)
  )`;
