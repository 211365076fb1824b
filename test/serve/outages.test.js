import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { startLocalPostgres } from '../../scripts/local-postgres/start-local-postgres.js';
import { connected, startServer } from '../destination/database/fixture.js';
import { askBySocket, ENDLESS, serve, startService, until } from './service-fixture.js';

/** For what ends no server. @type {Awaited<ReturnType<typeof startServer>>} */
let shared;
before(async () => {
  shared = await startServer();
});
after(() => shared?.stop());

const TABLES = `${ENDLESS}
  CREATE TABLE small AS SELECT 1 AS id; GRANT SELECT ON small, endless TO PUBLIC;
  CREATE FUNCTION slow() RETURNS int LANGUAGE sql VOLATILE AS 'SELECT pg_sleep(600); SELECT 1';
  CREATE VIEW slow AS SELECT slow() AS id`;

/**
 * @param {import('node:test').TestContext} t
 * @param {string} address
 * @param {Parameters<typeof serve>[2]} [options]
 */
async function startServing(t, address, options) {
  await run(address, TABLES);
  return serve(t, address, options);
}

/**
 * @param {string} address
 * @param {string} sql
 */
async function run(address, sql) {
  const client = await connected(address);
  await client.query(sql);
  await client.end();
}

test('a server that restarts: answers are cut or 503, and then served again', { timeout: 120_000 }, async t => {
  const server = await startLocalPostgres();
  t.after(() => server.stop());
  const { url, ask, metric } = await startServing(t, server.url);
  const long = await askBySocket(url, '/endless');
  await until(async () => (await metric('sluice_streams')) === 1);
  const waiting = ask('/slow');
  await ask('/small').then(answer => answer.text());
  await server.restart();
  const chunks = [];
  for await (const chunk of long) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('latin1');
  assert.ok(text.startsWith('HTTP/1.1 200') && !text.endsWith('0\r\n\r\n'), 'it does not look whole');
  assert.equal((await waiting).status, 503);
  // An idle connection that has died is noticed by then, or fails one request.
  await until(async () => (await ask('/small')).status === 200);
  assert.deepEqual(await (await ask('/small')).json(), [{ id: 1 }]);
  await until(async () => (await metric('sluice_streams')) === 0);
});

test('a server that is gone is 503 at once, and is found again without a restart', { timeout: 120_000 }, async t => {
  const server = await startLocalPostgres();
  let isStopped = false;
  t.after(() => isStopped || server.stop());
  const { ask } = await startServing(t, server.url);
  assert.equal((await ask('/small')).status, 200);
  isStopped = true;
  await server.stop();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`/small?id=eq.${index}`)));
  for (const answer of answers) {
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /^{"code":"PGRST00[01]"/);
  }
  assert.equal((await ask('/health')).status, 503);
  assert.equal((await ask('/health/live')).status, 200);
});

test('a server without a free connection is 503, and those that there are go on', { timeout: 120_000 }, async t => {
  const server = await startLocalPostgres({ settings: { max_connections: '8', superuser_reserved_connections: '0' } });
  t.after(() => server.stop());
  const { ask } = await startServing(t, server.url, { poolSize: 8, statementTimeoutMs: 3_000 });
  assert.equal((await ask('/small')).status, 200);
  /** @type {import('pg').Client[]} */
  const others = [];
  t.after(() => Promise.all(others.map(other => other.end())));
  for (;;) {
    const other = await connected(server.url).catch(() => null);
    if (other === null) break;
    others.push(other);
  }
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const answer = await ask(`/small?id=gt.${-index}`);
      await answer.text();
      return answer.status;
    }),
  );
  assert.deepEqual(new Set(statuses), new Set([200]), 'the service’s own connection serves them in turn');
});

test('who waits too long for a connection gets 503', { timeout: 60_000 }, async t => {
  const { ask, metric } = await startService(t, shared.url, TABLES, {
    poolSize: 2,
    maxStreams: 1,
    statementTimeoutMs: 2_000,
  });
  const slow = [ask('/slow?id=gt.0'), ask('/slow?id=gt.1')];
  await until(async () => (await metric('sluice_pool_connections{state="busy"}')) === 2);
  const answers = await Promise.all([...slow, ask('/slow?id=gt.2')]);
  const statuses = answers.map(({ status }) => status).sort();
  assert.ok([503, 504].includes(statuses[0]) && statuses[2] === 504, `${statuses}`);
  await until(async () => (await metric('sluice_pool_connections{state="busy"}')) === 0);
  assert.equal((await ask('/small')).status, 200);
});

test('a session that somebody ends is one error', { timeout: 60_000 }, async t => {
  const { url, ask, metric, query } = await startService(t, shared.url, TABLES);
  const long = await askBySocket(url, '/endless');
  await until(async () => (await metric('sluice_streams')) === 1);
  await query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'served' AND datname = current_database()",
  );
  const closed = once(long, 'close');
  let end = '';
  long.on('data', chunk => {
    end = (end + chunk.toString('latin1')).slice(-10);
  });
  long.resume();
  await closed;
  assert.ok(!end.endsWith('0\r\n\r\n'));
  await until(async () => (await ask('/small')).status === 200);
});
