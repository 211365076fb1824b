import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { leaveLater } from '../../../src/destination/database/leave-later.js';
import { openDatabase } from '../../../src/destination/database/open.js';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';
import { begin, commit, freshDatabase, load, send, startServer } from './fixture.js';
import { startMessageProxy } from './message-proxy.js';
import { publish, stage } from './staging-fixture.js';

/** @import { TestContext } from 'node:test' */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const HOW = { timeout: 60_000 };
const WAITED = /: it was waiting for the database to commit postgres:\/\//;
const STAGED = {
  id: crypto.randomUUID(),
  name: `staging_20260101_000000_${'0'.repeat(16)}`,
  turns: [1],
  rows: 1,
  kept: 1,
};

test(
  'job/stopped: a server that takes a connection and says nothing is waited for until the job is stopped',
  HOW,
  async t => {
    const { url, connected } = await silentServer(t);
    for (const attempt of [
      (/** @type {AbortSignal} */ stop) => begin(url, { stop }),
      (/** @type {AbortSignal} */ stop) => stage(url, null, { stop }),
      (/** @type {AbortSignal} */ stop) => publish(url, { ...STAGED, shapes: [], entryShapes: [] }, { stop }),
    ]) {
      const stop = new AbortController();
      const attempted = attempt(stop.signal);
      await connected();
      stop.abort();
      await assert.rejects(attempted, {
        code: 'job/stopped',
        message: /: it was waiting for the database postgres:\/\/127\.0\.0\.1:\d+\/d$/,
      });
    }
  },
);

test(
  'job/stopped: a commit that the server never answers is left a few seconds later, and found by the next turn',
  HOW,
  async t => {
    const { url, query } = await freshDatabase(t, server.url);
    const proxy = await startMessageProxy(url);
    t.after(proxy.close);
    await load(url, '0,old\n', { version: 'v0' });
    await load(proxy.url, '0,old\n', { version: 'v1' });
    const atCommit = proxy.types.lastIndexOf('>Q');
    await query('TRUNCATE people');
    for (const isBefore of [true, false]) {
      const end = new AbortController();
      /** @type {PromiseWithResolvers<void>} */
      const silence = Promise.withResolvers();
      const at = atCommit + (isBefore ? 1 : 2);
      Object.assign(proxy, { count: 0, types: [], fault: { at, how: 'silent', onSilence: silence.resolve } });
      const version = `${isBefore}`;
      const begun = await begin(proxy.url, { version, end: end.signal });
      await send(begun, '1,x\n');
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const committed = commit(begun);
      committed.catch(() => {});
      await silence.promise;
      end.abort();
      t.mock.timers.tick(4_000);
      await assert.rejects(committed, { code: 'job/stopped', message: WAITED });
      t.mock.timers.reset();
      await begun.rollback();
      const next = await begin(url, { version });
      assert.equal(next.earlier === null, isBefore);
      await next.rollback();
    }
    assert.deepEqual(await query('SELECT id FROM people'), [{ id: 1 }]);
  },
);

test('rows that are no longer needed are left to a later load, where the server says nothing', HOW, async t => {
  const { url, connected } = await silentServer(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const dropped = openDatabase(readDatabaseSettings(url, 'it', {})).drop(STAGED);
  await connected();
  t.mock.timers.tick(5_000);
  await dropped;
});

test('they are left, too, where the server falls silent after the login', HOW, async t => {
  const { url } = await freshDatabase(t, server.url);
  const proxy = await startMessageProxy(url);
  t.after(proxy.close);
  const drop = () => openDatabase(readDatabaseSettings(proxy.url, 'it', {})).drop(STAGED);
  await drop();
  /** @type {PromiseWithResolvers<void>} */
  const silence = Promise.withResolvers();
  const at = proxy.types.indexOf('>Q') + 1;
  Object.assign(proxy, { count: 0, types: [], fault: { at, how: 'silent', onSilence: silence.resolve } });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const dropped = drop();
  await silence.promise;
  t.mock.timers.tick(5_000);
  await dropped;
});

test('once the server has answered, no listener and no timer is left', t => {
  const set = t.mock.method(globalThis, 'setTimeout');
  const cleared = t.mock.method(globalThis, 'clearTimeout');
  const leave = t.mock.fn();
  for (const isStopped of [false, true]) {
    const end = new AbortController();
    const patience = leaveLater({ leave }, end.signal);
    if (isStopped) end.abort();
    patience.clear();
    end.abort();
    assert.equal(getEventListeners(end.signal, 'abort').length, 0);
  }
  const timers = set.mock.calls.map(({ result }) => result);
  assert.equal(timers.length, 1);
  assert.ok(cleared.mock.calls.some(({ arguments: [timer] }) => timer === timers[0]));
  assert.equal(leave.mock.callCount(), 0);
});

/**
 * @param {TestContext} t
 * @returns {Promise<{ url: string, connected: () => Promise<unknown> }>}
 */
async function silentServer(t) {
  const silent = createServer(socket => void socket.on('error', () => {}).resume());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  t.after(() => silent.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (silent.address());
  return { url: `postgres://u@127.0.0.1:${port}/d`, connected: () => once(silent, 'connection') };
}
