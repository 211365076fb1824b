import assert from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalPostgres } from '../../scripts/local-postgres/start-local-postgres.js';
import { connected } from '../destination/database/fixture.js';
import { startMessageProxy } from '../destination/database/message-proxy.js';
import { stride } from '../support/cases.js';
import { temporaryFolder } from '../support/run-cli.js';
import { runJobHere } from '../support/run-job-here.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { TestContext } from 'node:test' */

// One of this file's own, since it is restarted.
/** @type {Awaited<ReturnType<typeof startLocalPostgres>>} */
let server;
before(async () => {
  server = await startLocalPostgres();
});
after(() => server.stop());

const rowsOf = (/** @type {string} */ name) => Array.from({ length: 500 }, (_, id) => `${id},${name}\n`).join('');
const ARCHIVE = writeZip(['a', 'b'].map(name => ({ name: `${name}.csv`, content: `id,name\n${rowsOf(name)}` })));
const CONTENT = 'SELECT name, count(*)::int, sum(id::int)::int FROM public.people GROUP BY name ORDER BY name';
const ALL = ['a', 'b'].map(name => ({ name, count: 500, sum: 124_750 }));
const RECIPE = { entries: [{ match: '*.csv', csv: { table: 'public.people' } }] };
const HOW = { timeout: 600_000 };

for (const [way, isStaged] of /** @type {const} */ ([
  ['straight into the table', false],
  ['staged', true],
])) {
  describe(way, () => {
    test('a server may restart at any step: all rows are there in the end, and none twice', HOW, async t => {
      const { proxy, run, reset, finish } = await jobOf(t, isStaged);
      assert.equal((await run(proxy.url)).code, 0);
      const messages = proxy.count;
      let restarts = 0;
      for (let at = 4; at <= messages; at += at > messages - 12 ? stride(0.8) : stride(10)) {
        await reset();
        /** @type {Promise<void> | null} */
        let restart = null;
        const hold = (/** @type {number} */ number) => {
          if (number === at) restart = server.restart();
          return number === at ? restart : null;
        };
        Object.assign(proxy, { count: 0, types: [], hold });
        const ended = await run(proxy.url);
        await restart;
        restarts += 1;
        proxy.hold = null;
        const what = `restarted at ${at}: ${proxy.types.slice(0, at).join(' ')}\n${ended.stderr}`;
        if (ended.code !== 0) assert.match(ended.stderr, /database\/(unavailable|unreachable)/, what);
        await finish(what);
      }
      t.diagnostic(`${restarts} restarts`);
    });

    test('a connection that delays every message loads all rows', HOW, async t => {
      const { proxy, run, finish } = await jobOf(t, isStaged);
      proxy.hold = () => sleep(20);
      const { code, stderr } = await run(proxy.url);
      assert.deepEqual([code, stderr], [0, '']);
      await finish('delayed');
    });

    test('a connection that falls silent for a while loads all rows', HOW, async t => {
      const { proxy, run, reset, finish } = await jobOf(t, isStaged);
      assert.equal((await run(proxy.url)).code, 0);
      const messages = proxy.count;
      for (const at of [Math.round(messages / 2), messages - 4]) {
        await reset();
        /** @type {Promise<void> | null} */
        let silence = null;
        const hold = (/** @type {number} */ number) => {
          if (number === at) silence = sleep(5_000);
          return silence;
        };
        Object.assign(proxy, { count: 0, types: [], hold });
        const { code, stderr } = await run(proxy.url);
        proxy.hold = null;
        assert.deepEqual([code, stderr], [0, ''], `silent at ${at}`);
        await finish(`silent at ${at}`);
      }
    });

    test('a server without a connection left ends the job, and the next run loads all rows', HOW, async t => {
      const { run, query, finish } = await jobOf(t, isStaged);
      const role = `loader_${isStaged}`;
      await query(`CREATE ROLE ${role} LOGIN PASSWORD 'p' CONNECTION LIMIT 1;
        GRANT ALL ON SCHEMA public TO ${role}; GRANT ALL ON DATABASE postgres TO ${role}`);
      const url = new URL(server.url);
      Object.assign(url, { username: role, password: 'p' });
      const other = await connected(url.href);
      const { code, stderr } = await run(url.href);
      await other.end();
      assert.notEqual(code, 0);
      assert.match(stderr, /database\/unavailable.*too many connections/s);
      await finish('no connection left', url.href);
    });

    test('a lock that is held for long is waited for, or left to the next run', HOW, async t => {
      const { run, query, finish } = await jobOf(t, isStaged);
      await query('CREATE TABLE public.people (id integer, name text)');
      const other = await connected(server.url);
      await other.query('BEGIN; LOCK TABLE public.people');
      const running = run(server.url);
      const isWaiting = async () =>
        (await query("SELECT FROM pg_locks WHERE NOT granted AND relation = 'public.people'::regclass")).length > 0;
      while (!(await isWaiting())) await sleep(50);
      await sleep(6_000);
      await other.query('COMMIT');
      await other.end();
      const { code, stderr } = await running;
      if (code !== 0) assert.match(stderr, /database\/locked/);
      t.diagnostic(code === 0 ? 'waited' : 'left it to the next run');
      await finish('locked');
    });
  });
}

/**
 * @param {TestContext} t
 * @param {boolean} isStaged
 */
async function jobOf(t, isStaged) {
  const proxy = await startMessageProxy(server.url);
  t.after(proxy.close);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'x.zip'), ARCHIVE);
  await writeFile(join(folder, 'r.json'), JSON.stringify(RECIPE));
  /** Connects each time, since the server is restarted. @param {string} sql */
  const query = async sql => {
    const client = await connected(server.url);
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const [archive, to, recipe, checkpoint] = ['x.zip', 'out', 'r.json', 'c'].map(name => join(folder, name));
  /** The first run, or the next one. @param {string} database */
  const run = async database => {
    const isBegun = (await stat(checkpoint).catch(() => null))?.size;
    const first = ['run', archive, '--to', to, '--recipe', recipe, ...(isStaged ? ['--checkpoint', checkpoint] : [])];
    return runJobHere(isBegun ? ['resume', checkpoint] : first, { database });
  };
  const reset = async () => {
    await query('DROP TABLE IF EXISTS public.people; DROP SCHEMA IF EXISTS sluice CASCADE');
    for (const name of ['out', 'c']) await rm(join(folder, name), { recursive: true, force: true });
  };
  /** The next run, and what is there then. @param {string} what @param {string} [database] */
  const finish = async (what, database = server.url) => {
    const { code, stderr } = await run(database);
    assert.deepEqual([code, stderr], [0, ''], what);
    const { status, totals } = JSON.parse(await readFile(join(to, 'x/_manifest.json'), 'utf8'));
    assert.deepEqual([status, totals.written, totals.recordsWritten], ['complete', 2, 1000], what);
    assert.deepEqual(await query(CONTENT), ALL, what);
    assert.deepEqual(await query('SELECT rows::int FROM sluice.loads'), [{ rows: 1000 }], what);
  };
  await reset();
  return { proxy, run, query, reset, finish };
}
