import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ensureLoadsTable } from '../../../src/destination/database/loads-table.js';
import { connected, freshDatabase, startServer } from './fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

test('a session that waited while another one created the schema finds it', { timeout: 100_000 }, async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const [first, second] = [await connected(url), await connected(url)];
  t.after(() => Promise.all([first.end(), second.end()]));
  const connection = { query: async (/** @type {string} */ sql) => (await second.query(sql)).rows };
  // Behind a pooler, a session may have done it before, and knows all that it needs but what others do meanwhile.
  await ensureLoadsTable(connection);
  await query('DROP SCHEMA sluice CASCADE');
  await first.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('sluice.loads', 0))");
  const ensured = ensureLoadsTable(connection);
  const isWaiting = async () => (await query(WAITING)).length > 0;
  while (!(await isWaiting())) await new Promise(setImmediate);
  await first.query('CREATE SCHEMA sluice; COMMIT');
  await ensured;
  assert.deepEqual(await query("SELECT to_regclass('sluice.loads') IS NOT NULL AS found"), [{ found: true }]);
});

const WAITING = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
