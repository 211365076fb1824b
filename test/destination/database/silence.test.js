import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, COLUMNS, commit, freshDatabase, load, send, startServer } from './fixture.js';
import { startMessageProxy } from './message-proxy.js';
import { collect, publish } from './staging-fixture.js';

/** @import { TestContext } from 'node:test' */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const HOW = { timeout: 300_000 };
const ROWS = Array.from({ length: 300 }, (_, id) => `${id},x\n`).join('');
/** More than the buffers of both sides and of the proxy hold. */
const MANY = Array.from({ length: 200 }, () => Buffer.from('1,xxxxxxxxxxxxxxxx\n'.repeat(10_000)));

/**
 * A database behind a proxy whose connections fall silent as asked. The looks for silence come when the test lets them.
 *
 * @param {TestContext} t
 */
async function open(t) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const database = await freshDatabase(t, server.url);
  const proxy = await startMessageProxy(database.url);
  t.after(proxy.close);
  return {
    ...database,
    proxy,
    /**
     * Does something during which the connection falls silent at a message, and looks until it is broken.
     *
     * @template Result
     * @param {number} at
     * @param {() => Promise<Result>} work
     * @param {'silent' | 'stuck'} [how]
     */
    async silent(at, work, how = 'silent') {
      /** @type {PromiseWithResolvers<void>} */
      const silence = Promise.withResolvers();
      let isOver = false;
      const onBreak = () => {
        isOver = true;
      };
      Object.assign(proxy, { count: 0, types: [], fault: { at, how, onBreak, onSilence: silence.resolve } });
      const done = work();
      done.then(onBreak, onBreak);
      await Promise.race([silence.promise, done]);
      while (!isOver) {
        t.mock.timers.tick(15_000);
        await sleep(20);
      }
      proxy.fault = null;
      return { done };
    },
  };
}

/** @param {string} url */
async function job(url) {
  const begun = await begin(url);
  try {
    if (begun.earlier !== null) return 'was loaded';
    await send(begun, ROWS);
    await commit(begun);
    return 'loaded';
  } finally {
    await begun.rollback();
  }
}

test(
  'a network that falls silent at any message is noticed: all rows are there in the end, and none twice',
  HOW,
  async t => {
    const { url, query, proxy, silent } = await open(t);
    await load(url, '0,old\n', { version: 'v0' });
    await query('TRUNCATE people; TRUNCATE sluice.loads');
    assert.equal(await job(proxy.url), 'loaded');
    // Not the goodbye.
    const messages = proxy.types.lastIndexOf('<Z');
    const results = new Set();
    for (let at = proxy.types.indexOf('>Q'); at <= messages; at += at > messages - 8 ? 1 : 4) {
      await query('TRUNCATE people; TRUNCATE sluice.loads');
      const { done } = await silent(at + 1, () => job(proxy.url));
      const first = await done.catch(error => {
        assert.equal(error.retryable, true, error.stack);
        return error.code;
      });
      // The server notices by itself that its client is gone.
      const second = await job(url);
      const what = `${first}, ${second} after silence at ${at}: ${proxy.types.slice(0, at + 1).join(' ')}`;
      assert.deepEqual(await query('SELECT count(*)::int FROM people'), [{ count: 300 }], what);
      if (first === 'loaded') assert.equal(second, 'was loaded', what);
      results.add(`${first}, ${second}`);
    }
    assert.deepEqual([...results].sort(), ['database/unreachable, loaded', 'loaded, was loaded']);
  },
);

test('a server that no longer takes rows is noticed', HOW, async t => {
  const { url, query, proxy, silent } = await open(t);
  await load(url, '0,old\n', { version: 'v0' });
  const begun = await begin(proxy.url);
  const output = begun.openOutput();
  output.setColumns(COLUMNS, ',');
  // The proxy waits with one of the messages that have rows.
  const { done } = await silent(40, () => pipeline(Readable.from(MANY), output.writable), 'stuck');
  assert.equal(proxy.types[39], '>d');
  await assert.rejects(done, { code: 'database/unreachable', retryable: true, message: /fallen silent/ });
  await begun.rollback();
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 0 }]);
});

test('publishing that was not answered is found, if the server has finished it', HOW, async t => {
  const { url, query, proxy, silent } = await open(t);
  await query('CREATE TABLE people (id integer, name text)');
  const first = await collect(url, null, [['1,Ada\n', COLUMNS]]);
  await publish(proxy.url, first);
  // The first answer to the message with all the statements.
  const sent = proxy.types.lastIndexOf('>Q');
  await query('TRUNCATE people; TRUNCATE sluice.loads');
  const staged = await collect(url, null, [['1,Ada\n', COLUMNS]]);
  const { done } = await silent(sent + 2, () => publish(proxy.url, staged));
  assert.equal((await done).earlier?.id, staged.id);
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 1 }]);
});

test('a server that is at work for long is waited for', HOW, async t => {
  const { query, proxy } = await open(t);
  await query(`CREATE TABLE people (id integer, name text);
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NEW; END $$;
    CREATE TRIGGER slow BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION slow()`);
  await query('SELECT pg_advisory_lock(42)');
  const loading = load(proxy.url, '1,Ada\n');
  loading.catch(() => {});
  const isWaiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  while ((await query(isWaiting)).length === 0) await sleep(20);
  for (let looks = 0; looks < 20; looks++) {
    t.mock.timers.tick(15_000);
    await sleep(100);
  }
  await query('SELECT pg_advisory_unlock(42)');
  await loading;
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 1 }]);
});
