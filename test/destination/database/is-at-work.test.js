import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freePort } from '../../../scripts/local-postgres/free-port.js';
import { poolerVersion, startPooler } from '../../../scripts/local-postgres/start-pooler.js';
import { isAtWork } from '../../../src/destination/database/is-at-work.js';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';
import { connected, freshDatabase, startServer } from './fixture.js';

/** @import { TestContext } from 'node:test' */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const HOW = { timeout: 120_000 };
const BEHIND_POOLER = { ...HOW, skip: poolerVersion() === null && 'PgBouncer is not installed' };

test(
  'a session is at work while it runs a statement, and not while it waits for its client or is gone',
  HOW,
  async t => {
    const { url } = await freshDatabase(t, server.url);
    const { session, client } = await begun(t, url);
    assert.equal(await ask(url, session), false);
    client.query('SELECT pg_sleep(600)').catch(() => {});
    assert.equal(await ask(url, session), true);
    assert.equal(await ask(url, 2 ** 31 - 1), false);
  },
);

test('a server that cannot be reached is not at work', HOW, async () => {
  assert.equal(await ask(`postgres://x@127.0.0.1:${await freePort()}/x`, 1), false);
});

test('a server that does not say what its sessions do may be at work', HOW, async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const { session } = await begun(t, url);
  const role = `r${Date.now()}`;
  await query(`REVOKE SELECT ON pg_stat_activity FROM PUBLIC; CREATE ROLE ${role} LOGIN PASSWORD 'open sesame'`);
  const address = Object.assign(new URL(url), { username: role, password: 'open sesame' });
  assert.equal(await ask(address.href, session), true);
  await query(`DROP ROLE ${role}`);
});

test('a server may be at work behind a pooler that has no connection left for the question', BEHIND_POOLER, async t => {
  const pooler = await startPooler(server.url, { mode: 'transaction', size: 1 });
  t.after(pooler.stop);
  const { session } = await begun(t, pooler.url);
  assert.equal(await ask(pooler.url, session), true);
});

test('a server may be at work behind a pooler that takes no more clients', BEHIND_POOLER, async t => {
  const pooler = await startPooler(server.url, { mode: 'transaction', clients: 1 });
  t.after(pooler.stop);
  const { session } = await begun(t, pooler.url);
  assert.equal(await ask(pooler.url, session), true);
});

/**
 * A session in a transaction.
 *
 * @param {TestContext} t
 * @param {string} url
 */
async function begun(t, url) {
  const client = await connected(url);
  t.after(() => client.end());
  await client.query('BEGIN');
  const [{ session }] = (await client.query('SELECT pg_backend_pid() AS session')).rows;
  return { client, session };
}

/**
 * @param {string} url
 * @param {number} session
 */
function ask(url, session) {
  return isAtWork(readDatabaseSettings(url, 'it', {}), session);
}
