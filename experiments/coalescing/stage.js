import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startLocalPostgres } from '../../scripts/local-postgres/start-local-postgres.js';
import { createClosers } from '../harness/closers.js';
import { READER } from '../network/start-child-server.js';
import { makeCells } from './cells.js';
import { ROWS } from './contestants.js';
import { openRedis } from './redis-client.js';
import { startRedis } from './start-redis.js';

/** @import { Context, Stage } from '../harness/shape.js' */

/**
 * Starts a PostgreSQL and a Redis, and fills both with the same rows.
 *
 * @param {Context} context
 * @returns {Promise<Stage>}
 */
export async function prepare({ options, folder }) {
  const closers = createClosers();
  try {
    const server = await startLocalPostgres({ settings: { autovacuum: 'off' } });
    closers.add(server.stop);
    const { version, pid, texts } = await fillPostgres(server.url, options.connections);
    const redis = await startRedis(folder);
    if (redis !== null) {
      closers.add(redis.stop);
      await fillRedis(redis.url, texts);
    }
    return {
      cells: makeCells({ postgres: { url: server.url, pid }, redis }, options),
      versions: { PostgreSQL: version, ...(redis !== null && { Redis: redis.version }) },
      close: closers.close,
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/**
 * @param {string} url
 * @param {number} keys
 */
async function fillPostgres(url, keys) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`
      CREATE TABLE cities (id int PRIMARY KEY, country int NOT NULL, name text NOT NULL, people int NOT NULL);
      INSERT INTO cities SELECT n, 1 + (n - 1) / ${ROWS}, 'city ' || n, 1000 + n * 7919 % 1000000
        FROM generate_series(1, ${keys * ROWS}) AS n;
      CREATE INDEX ON cities (country);
      CREATE ROLE ${READER};
      GRANT SELECT ON cities TO ${READER};`);
    await client.query('VACUUM ANALYZE cities');
    const texts = await client.query(
      `SELECT country, json_agg(json_build_object('id', id, 'country', country, 'name', name, 'people', people) ORDER BY id)::text AS text
         FROM cities GROUP BY country`,
    );
    const { rows } = await client.query(
      "SELECT current_setting('data_directory') AS folder, current_setting('server_version') AS version",
    );
    const [pid] = (await readFile(join(rows[0].folder, 'postmaster.pid'), 'utf8')).split('\n');
    return { version: rows[0].version, pid: Number(pid), texts: texts.rows };
  } finally {
    await client.end();
  }
}

/**
 * @param {string} url
 * @param {{ country: number, text: string }[]} texts
 */
async function fillRedis(url, texts) {
  const redis = openRedis(url);
  await Promise.all(texts.map(({ country, text }) => redis.ask('SET', `cities:${country}`, text)));
  await redis.close();
}
