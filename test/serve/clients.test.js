import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../destination/database/fixture.js';
import { askBySocket, ENDLESS, startService, until } from './service-fixture.js';

/** @type {{ url: string, stop: () => Promise<void> }} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

/**
 * Reads all that comes of an answer without chunks, whose end is the connection's.
 *
 * @param {import('node:net').Socket} socket
 */
async function readToReset(socket) {
  const reset = once(socket, 'error');
  const whole = once(socket, 'end').then(() => assert.fail('the answer looks whole'));
  socket.resume();
  const [error] = await Promise.race([reset, whole]);
  assert.equal(error.code, 'ECONNRESET');
}

/** Some 8 MB. */
const LARGE = `${ENDLESS} CREATE VIEW large AS SELECT i AS id, repeat('x', 1000) AS text FROM generate_series(1, 8000) i;
  CREATE TABLE small AS SELECT 1 AS id`;

test('a client that goes away in the middle ends its query, and its connection is used again', {
  timeout: 60_000,
}, async t => {
  const { url, ask, query, sessions, metric } = await startService(t, server.url, LARGE, {
    poolSize: 2,
    maxStreams: 1,
  });
  const socket = await askBySocket(url, '/endless');
  await once(socket, 'readable');
  await until(async () => (await sessions()).some(({ state }) => state === 'active'));
  socket.destroy();
  await until(async () => (await sessions()).every(({ state }) => state === 'idle'));
  await until(async () => (await metric('sluice_streams')) === 0);
  assert.equal(await metric('sluice_cancelled_queries_total'), 1);
  const pids = () =>
    query(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'served' AND datname = current_database() ORDER BY pid",
    );
  const before = await pids();
  assert.equal((await (await ask('/large')).text()).length > 8_000_000, true);
  assert.deepEqual(await pids(), before);
});

test('a client that goes away before the first row ends its query', { timeout: 60_000 }, async t => {
  const slow = `CREATE FUNCTION slow() RETURNS int LANGUAGE sql VOLATILE AS 'SELECT pg_sleep(600); SELECT 1';
    CREATE VIEW slow AS SELECT slow() AS id`;
  const { url, sessions } = await startService(t, server.url, slow);
  const two = [await askBySocket(url, '/slow'), await askBySocket(url, '/slow')];
  const active = async () => (await sessions()).filter(({ state }) => state === 'active').length;
  await until(async () => (await active()) === 1);
  two[0].destroy();
  await sleep(200);
  assert.equal(await active(), 1, 'the other still waits for it');
  two[1].destroy();
  await until(async () => (await active()) === 0);
});

test('who takes nothing is ended, and who takes a little is not', { timeout: 60_000 }, async t => {
  const { url, ask, sessions, metric } = await startService(t, server.url, LARGE, { stallTimeoutMs: 1_000 });
  const never = await askBySocket(url, '/endless');
  const ended = once(never, 'close');
  const drips = await askBySocket(url, '/endless');
  let isDripping = true;
  const dripping = (async () => {
    while (isDripping) {
      drips.read(65_536);
      await sleep(20);
    }
  })();
  await until(async () => (await metric('sluice_stalled_clients_total')) === 1);
  // Others are served meanwhile.
  assert.deepEqual(await (await ask('/small')).json(), [{ id: 1 }]);
  await until(async () => (await sessions()).filter(({ state }) => state === 'active').length <= 1);
  never.resume();
  await ended;
  assert.ok(!drips.destroyed);
  isDripping = false;
  await dripping;
  drips.destroy();
});

test('who takes too long altogether is ended', { timeout: 60_000 }, async t => {
  const { url, sessions, metric } = await startService(t, server.url, LARGE, { maxStreamMs: 500 });
  const socket = await askBySocket(url, '/endless');
  await until(async () => (await metric('sluice_expired_streams_total')) === 1);
  await until(async () => (await sessions()).every(({ state }) => state === 'idle'));
  const closed = once(socket, 'close');
  let text = '';
  socket.on('data', chunk => {
    text = (text + chunk.toString('latin1')).slice(-100);
  });
  socket.resume();
  await closed;
  assert.ok(!text.endsWith('0\r\n\r\n'), 'it does not look whole');
});

test('a small answer whose query stops after its first row has the time of a whole answer', {
  timeout: 60_000,
}, async t => {
  const stopping = `CREATE FUNCTION stop(i int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT pg_sleep(600); SELECT i';
    CREATE VIEW stopping AS SELECT repeat('x', 9000) AS text, CASE WHEN i = 3 THEN stop(i) END AS id FROM generate_series(1, 5) i`;
  const { ask, metric } = await startService(t, server.url, stopping, { maxStreamMs: 500 });
  for (const accept of ['application/json', 'text/csv']) {
    const response = await ask('/stopping', { headers: { accept } });
    assert.equal(response.status, 504, accept);
    assert.match(/** @type {any} */ (await response.json()).message, /not complete after 0.5 s/);
  }
  await until(async () => (await metric('sluice_pool_connections{state="busy"}')) === 0);
});

test('long answers beyond their number are refused, and short ones are not', { timeout: 60_000 }, async t => {
  const { url, ask, metric } = await startService(t, server.url, LARGE, { poolSize: 3, maxStreams: 2 });
  const two = await Promise.all([askBySocket(url, '/endless?id=gt.0'), askBySocket(url, '/endless?id=gt.1')]);
  await until(async () => (await metric('sluice_streams')) === 2);
  const refused = await ask('/large?id=gt.2');
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.match(await refused.text(), /^{"code":"PGRST003"/);
  assert.deepEqual(await (await ask('/small')).json(), [{ id: 1 }]);
  for (const socket of two) socket.destroy();
  await until(async () => (await metric('sluice_streams')) === 0);
  const answer = await ask('/large?id=gt.2');
  assert.equal(answer.status, 200);
  await answer.body?.cancel();
});

test('equal long reads: one goes on, and the others ask for themselves', { timeout: 60_000 }, async t => {
  const { ask, metric } = await startService(t, server.url, LARGE, { poolSize: 5, maxStreams: 4 });
  const lengths = await Promise.all(Array.from({ length: 4 }, async () => (await (await ask('/large')).text()).length));
  assert.equal(new Set(lengths).size, 1);
  assert.ok(lengths[0] > 8_000_000);
  await until(async () => (await metric('sluice_streams')) === 0);
});

test('the statement timeout ends at the first row', { timeout: 60_000 }, async t => {
  const ddl = `${LARGE}; CREATE FUNCTION slow() RETURNS int LANGUAGE sql VOLATILE AS 'SELECT pg_sleep(600); SELECT 1';
    CREATE VIEW slow AS SELECT slow() AS id`;
  const { url, ask, metric, sessions } = await startService(t, server.url, ddl, { statementTimeoutMs: 1_000 });
  const long = await askBySocket(url, '/endless');
  await until(async () => (await metric('sluice_streams')) === 1);
  const slow = await ask('/slow');
  assert.equal(slow.status, 504);
  assert.match(await slow.text(), /^{"code":"57014"/);
  assert.equal(await metric('sluice_statement_timeouts_total'), 1);
  await until(async () => (await sessions()).filter(({ state }) => state === 'active').length === 1);
  let length = 0;
  for await (const chunk of long) {
    length += chunk.length;
    if (length > 8_000_000) break;
  }
  assert.ok(length > 8_000_000, 'the long one was not cut off');
});

test('an error behind the first rows cuts the connection: the answer never looks whole', {
  timeout: 60_000,
}, async t => {
  const ddl = `CREATE VIEW broken AS SELECT i AS id, 1 / (20000 - i) AS x, repeat('x', 100) AS text FROM generate_series(1, 30000) i;
    CREATE VIEW early AS SELECT 1 / (i - i) AS x FROM generate_series(1, 3) i`;
  const { url, ask, metric, sessions } = await startService(t, server.url, ddl);
  const early = await ask('/early');
  assert.equal(early.status, 400);
  assert.match(await early.text(), /^{"code":"22012"/);
  for (const headers of [[], ['Accept-Encoding: gzip'], ['Accept-Encoding: zstd'], ['Accept: text/csv']]) {
    const socket = await askBySocket(url, '/broken', headers);
    const chunks = [];
    for await (const chunk of socket) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('latin1');
    assert.match(text, /^HTTP\/1.1 200 OK/);
    assert.ok(text.length > 1_000 && !text.endsWith('0\r\n\r\n'));
  }
  await assert.rejects((await ask('/broken')).text());
  await until(async () => (await metric('sluice_broken_answers_total')) === 5);
  await until(async () => (await sessions()).every(({ state }) => state === 'idle'));
});

test('an answer by HTTP/1.0, which has no chunks, does not look whole either when it is cut off', {
  timeout: 60_000,
}, async t => {
  const ddl = `${LARGE}; CREATE VIEW broken AS SELECT i AS id, 1 / (20000 - i) AS x, repeat('x', 100) AS text
    FROM generate_series(1, 30000) i`;
  const { url, metric } = await startService(t, server.url, ddl, { poolSize: 3, stallTimeoutMs: 1_000 });
  await readToReset(await askBySocket(url, '/broken', ['Accept: text/csv'], '1.0'));
  const stalled = await askBySocket(url, '/endless', ['Accept: text/csv'], '1.0');
  await until(async () => (await metric('sluice_stalled_clients_total')) === 1);
  await readToReset(stalled);
  const short = await startService(t, server.url, ddl, { maxStreamMs: 500, drainMs: 100 });
  const late = await askBySocket(short.url, '/endless', ['Accept: text/csv'], '1.0');
  await until(async () => (await short.metric('sluice_expired_streams_total')) === 1);
  await readToReset(late);
  const closing = await startService(t, server.url, ddl, { drainMs: 100 });
  const last = await askBySocket(closing.url, '/endless', ['Accept: text/csv'], '1.0');
  await until(async () => (await closing.metric('sluice_streams')) === 1);
  await closing.service.close();
  await readToReset(last);
});

test('closing lets an answer under way end, and cuts what takes longer', { timeout: 60_000 }, async t => {
  const { ask, url, service, metric } = await startService(t, server.url, LARGE, { drainMs: 5_000 });
  const stuck = await askBySocket(url, '/endless?id=gt.1');
  await until(async () => (await metric('sluice_streams')) === 1);
  const answer = await ask('/large?id=lte.3000');
  const closed = service.close();
  const text = await answer.text();
  assert.ok(text.endsWith(']') && text.length > 3_000_000);
  await assert.rejects(ask('/small'), 'nobody else is served');
  await closed;
  stuck.resume();
  await once(stuck, 'close');
});
