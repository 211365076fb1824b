import pg from 'pg';
import { startLocalPostgres } from '../../../scripts/local-postgres/start-local-postgres.js';

/**
 * A PostgreSQL with a table `people`, and the role `reader` that may read it.
 *
 * @typedef {object} ServedDatabase
 * @property {string} url
 * @property {string} version
 * @property {() => Promise<void>} stop
 */

/**
 * @param {number} rows
 * @returns {Promise<ServedDatabase>}
 */
export async function startServedDatabase(rows) {
  const server = await startLocalPostgres({ settings: { autovacuum: 'off', shared_buffers: '512MB' } });
  const client = new pg.Client(server.url);
  try {
    await client.connect();
    await client.query(`${TABLE} generate_series(1, ${rows}) AS id`);
    await client.query('ALTER TABLE people ADD PRIMARY KEY (id)');
    await client.query('VACUUM ANALYZE people');
    await client.query('CREATE ROLE reader; GRANT SELECT ON people TO reader');
    const { rows: found } = await client.query('SHOW server_version');
    return { url: server.url, version: found[0].server_version, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Its types are those that a driver and `row_to_json` write alike. */
export const COLUMNS = ['id', 'name', 'email', 'city', 'age', 'active'];

const TABLE = `CREATE TABLE people AS
  SELECT id::int, 'Ada Lovelace the ' || id || 'th' AS name, 'ada.' || id || '@example.com' AS email,
         (ARRAY['London', 'Turin, Italy', 'Paris', NULL, 'Köln "Süd"'])[id % 5 + 1] AS city, id % 90 AS age, id % 3 = 0 AS active
    FROM`;
