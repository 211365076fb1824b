import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { connected } from '../destination/database/fixture.js';
import { startTlsServer, WITH_OPENSSL } from '../destination/database/tls-server.js';
import { askBySocket, ENDLESS, serve, until } from './service-fixture.js';

test('over TLS, rows stream, and a client that goes away cancels its query', WITH_OPENSSL, async t => {
  const server = await startTlsServer();
  t.after(() => server.stop());
  const address = new URL(server.url);
  address.searchParams.set('sslmode', 'verify-full');
  address.searchParams.set('sslrootcert', server.certPath);
  const client = await connected(`${server.url}?sslmode=no-verify`);
  t.after(() => client.end());
  await client.query(`CREATE VIEW large AS SELECT i AS id, repeat('x', 1000) AS text FROM generate_series(1, 30000) i;
    ${ENDLESS}
    CREATE FUNCTION slow() RETURNS int LANGUAGE sql VOLATILE AS 'SELECT pg_sleep(600); SELECT 1';
    CREATE VIEW slow AS SELECT slow() AS id`);
  const { url, ask, metric } = await serve(t, address.href);
  const active = async () => {
    const sql = "SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'served' AND state = 'active'";
    return (await client.query(sql)).rows[0].count;
  };
  assert.ok((await (await ask('/large')).text()).length > 30_000_000);
  for (const path of ['/slow', '/endless']) {
    const socket = await askBySocket(url, path);
    await until(async () => (await active()) === 1);
    if (path === '/endless') await once(socket, 'readable');
    socket.destroy();
    await until(async () => (await active()) === 0);
  }
  assert.equal(await metric('sluice_cancelled_queries_total'), 2);
  // There may be two by now: a connection that is still drained is not waited for.
  await until(async () => (await metric('sluice_pool_connections{state="busy"}')) === 0);
  assert.ok((await metric('sluice_pool_connections{state="idle"}')) >= 1);
});
