import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startLocalPostgres } from '../../../scripts/local-postgres/start-local-postgres.js';
import { serverCpuSeconds } from '../../measure/server-cpu.js';

/**
 * A PostgreSQL server for measurements, with a table `people`.
 *
 * @typedef {object} BenchServer
 * @property {string} url
 * @property {string} version
 * @property {(share: number) => Promise<void>} reset Makes the table new, with that share of the rows of `keepRows`, each of
 *   them changed; and lets the server finish its work in the background.
 * @property {() => Promise<void>} keepRows Keeps the rows of the table for later resets.
 * @property {() => Promise<{ rows: number, checksum: string }>} read What is in the table, whatever its order.
 * @property {() => Promise<number | null>} cpuSeconds Of all of the server's processes so far; null without /proc.
 * @property {() => Promise<void>} stop
 */

/**
 * @param {readonly string[]} columns Of text; a column `id` is added, the primary key.
 * @returns {Promise<BenchServer>}
 */
export async function startBenchServer(columns) {
  const server = await startLocalPostgres({ settings: SETTINGS });
  const client = new pg.Client(server.url);
  const stop = async () => {
    await client.end().catch(() => {});
    await server.stop();
  };
  try {
    await client.connect();
    const [first] = columns;
    const definitions = [...columns.map(name => `${name} text`), 'id bigint PRIMARY KEY'].join(', ');
    await client.query(`CREATE TABLE kept (${definitions})`);
    const { rows } = await client.query(
      "SELECT current_setting('data_directory') AS folder, current_setting('server_version') AS version",
    );
    const [{ folder, version }] = rows;
    const [postmaster] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    return {
      url: server.url,
      version,
      stop,
      async reset(share) {
        await client.query('DROP TABLE IF EXISTS people; DROP SCHEMA IF EXISTS sluice CASCADE');
        await client.query('CREATE TABLE people (LIKE kept INCLUDING ALL)');
        await client.query(`INSERT INTO people SELECT * FROM kept WHERE id % 100 < ${Math.round(100 * share)}`);
        await client.query(`UPDATE people SET ${first} = 'before'; CHECKPOINT`);
        await client.query('VACUUM people');
      },
      async keepRows() {
        await client.query('INSERT INTO kept SELECT * FROM people');
        await client.query('VACUUM ANALYZE kept');
      },
      async read() {
        const { rows: seen } = await client.query(
          'SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(people::text, 0)), 0)::text AS checksum FROM people',
        );
        return seen[0];
      },
      cpuSeconds: () => serverCpuSeconds(Number(postmaster)),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** So that work in the background falls between the runs. */
const SETTINGS = { autovacuum: 'off', max_wal_size: '16GB', checkpoint_timeout: '1h', shared_buffers: '128MB' };
