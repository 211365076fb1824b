import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { poolerVersion, startPooler } from '../../scripts/local-postgres/start-pooler.js';
import { startServer } from '../destination/database/fixture.js';
import { caseCount } from '../support/cases.js';
import { startService, until } from './service-fixture.js';

const SKIP_POOLER = poolerVersion() === null && 'PgBouncer is not installed';
setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');

/** @type {{ url: string, stop: () => Promise<void> }} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

const TABLES = `CREATE TABLE people AS SELECT i AS id, repeat('x', 200) AS text FROM generate_series(1, 20000) i;
  CREATE FUNCTION wait() RETURNS int LANGUAGE sql VOLATILE AS 'SELECT pg_sleep(0.05); SELECT 1';
  CREATE VIEW waiting AS SELECT wait() AS id FROM generate_series(1, 3)`;

for (const behind of ['Postgres', 'PgBouncer']) {
  test(`hundreds of downloads given up at random moments leave everything as it was, with ${behind}`, {
    timeout: 300_000,
    skip: behind === 'PgBouncer' && SKIP_POOLER,
  }, async t => {
    const { url, ask, query, sessions, metric } = await startService(t, server.url, TABLES, {
      poolSize: 5,
      maxStreams: 4,
      ...(behind === 'PgBouncer' && {
        async through(address) {
          const pooler = await startPooler(address, { mode: 'transaction' });
          t.after(pooler.stop);
          return pooler.url;
        },
      }),
    });
    const whole = await (await ask('/people?order=id')).text();
    await giveUp(url, 100);
    await settle();
    const before = await heldBytes();
    await giveUp(url, caseCount(4_000));
    await settle();
    const growth = (await await heldBytes()) - before;
    assert.ok(growth < 5_000_000, `${growth} bytes more`);
    assert.ok((await metric('sluice_pool_connections{state="idle"}')) <= 5);
    await until(async () => {
      const [{ count }] = await query(
        "SELECT count(*)::int FROM pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid() AND datname = current_database()",
      );
      return count === 0;
    });
    if (behind === 'Postgres') assert.ok((await sessions()).length <= 5);
    // Each connection works, and what one gave up was left behind by none.
    const answers = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => (await ask(`/people?order=id&id=gt.${-index}`)).text()),
    );
    for (const answer of answers) assert.equal(answer, whole);

    /** Ends once nothing is under way. The last requests of clients that have left may still arrive, and are waited for again. */
    async function settle() {
      const names = [
        'sluice_streams',
        ...['busy', 'waited_for'].map(state => `sluice_pool_connections{state="${state}"}`),
      ];
      await until(async () => (await Promise.all(names.map(metric))).every(value => value === 0));
    }
  });
}

/** What this process holds, garbage aside. */
async function heldBytes() {
  for (let turn = 0; turn < 3; turn++) {
    collect();
    await sleep(100);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * @param {string} url
 * @param {number} times
 */
async function giveUp(url, times) {
  let left = times;
  const one = async () => {
    while (left-- > 0) {
      const path = ['/people', '/waiting', '/people?order=text', '/people?limit=5'][left % 4];
      await new Promise(resolve => {
        const request = get(`${url}${path}&id=gt.${-(left % 50)}`.replace(/^([^?]*)&/, '$1?'), { agent: false });
        request.on('response', response => {
          response.on('error', () => {});
          response.resume();
        });
        request.on('error', () => {});
        request.on('close', () => resolve(null));
        sleep(Math.random() * 60).then(() => request.destroy());
      });
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
}
