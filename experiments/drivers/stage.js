import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startLocalPostgres } from '../../scripts/local-postgres/start-local-postgres.js';
import { createClosers } from '../harness/closers.js';
import { startCountServer } from '../network/count-server.js';
import { startSlowProxy } from '../network/slow-proxy.js';
import { ARMS } from './arms.js';
import { sizesOf } from './sizes.js';

/** @import { Cell, Context, Stage } from '../harness/shape.js' */
/** @import { Arm } from './arms.js' */

/**
 * Starts a PostgreSQL with a table of people, and two proxies to it: one without a delay, and one with.
 *
 * @param {Context} context
 * @returns {Promise<Stage>}
 */
export async function prepare({ options, note }) {
  const closers = createClosers();
  try {
    const server = await startLocalPostgres({ settings: SETTINGS });
    closers.add(server.stop);
    const roundTripMs = options['round-trip'];
    const { sizes, slowSizes, stalled } = sizesOf(options);
    note('making the table');
    const version = await makePeople(server.url, Math.max(...sizes, stalled));
    const [near, far] = [await startSlowProxy(server.url), await startSlowProxy(server.url, { roundTripMs })];
    closers.add(near.close);
    closers.add(far.close);
    const counters = await startCountServer({
      'near-flights': () => near.counts().flights,
      'near-bytes': () => near.counts().bytesToClient,
      'far-flights': () => far.counts().flights,
      'far-bytes': () => far.counts().bytesToClient,
    });
    closers.add(counters.close);

    /** @type {(arm: Arm, kind: string, rows: number, more: Partial<Cell> & { delayMs?: number }) => Cell} */
    const cell = ({ id, label }, kind, rows, { delayMs = 0, ...more }) => {
      const place = delayMs === 0 ? 'near' : 'far';
      const told = {
        ...{ arm: id, rows, url: delayMs === 0 ? near.url : far.url, nearUrl: near.url },
        counters: `${counters.url}/${place}`,
      };
      const program = fileURLToPath(new URL(kind === 'raw' ? 'read-raw.js' : 'read-http.js', import.meta.url));
      return {
        name: `${label}, ${rows} rows, ${kind}${delayMs === 0 ? '' : `, ${delayMs} ms`}`,
        of: { arm: id, kind, rows, delayMs },
        sameAs: `${rows} rows`,
        program,
        args: [JSON.stringify(told), kind],
        ...more,
      };
    };
    return {
      cells: [
        ...sizes.flatMap(rows => ARMS.map(arm => cell(arm, 'raw', rows, {}))),
        ...sizes.flatMap(rows => ARMS.map(arm => cell(arm, 'http', rows, {}))),
        // Their time is that of the flights, which hardly varies, and their outputs are compared by the others.
        ...slowSizes.flatMap(rows =>
          ARMS.map(arm => cell(arm, 'raw', rows, { delayMs: roundTripMs, maxRuns: 2, skipsWarmUp: true })),
        ),
        ...ARMS.map(arm => cell(arm, 'stall', stalled, { sameAs: null, maxRuns: 2, skipsWarmUp: true })),
      ],
      versions: { PostgreSQL: version },
      close: closers.close,
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/**
 * @param {string} url
 * @param {number} rows
 * @returns {Promise<string>} The server's version.
 */
async function makePeople(url, rows) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    CREATE TABLE people AS
      SELECT n::int AS id, 'First' || n % 1000 || ' Last' || n AS name, 'person' || n || '@example.com' AS email,
        repeat(chr(97 + n % 26), 60) AS note
      FROM generate_series(1, ${Number(rows)}) AS n;
    ALTER TABLE people ADD PRIMARY KEY (id)`);
  await client.query('VACUUM ANALYZE people');
  const { rows: found } = await client.query("SELECT current_setting('server_version') AS version");
  await client.end();
  return found[0].version;
}

/** So that no work in the background falls into a run. */
const SETTINGS = { autovacuum: 'off', max_wal_size: '4GB', checkpoint_timeout: '1h' };
