import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';
import { openRows } from '../../../src/serve/rows/rows.js';
import { startServer } from '../../destination/database/fixture.js';

/** @type {{ url: string, stop: () => Promise<void> }} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

test('a query for objects that takes too long is ended, and its connection thrown away', {
  timeout: 60_000,
}, async t => {
  const rows = openRows(readDatabaseSettings(server.url, 'it', {}), { poolSize: 1, statementTimeoutMs: 2_000 });
  t.after(() => rows.destroy());
  await assert.rejects(rows.query('SELECT pg_sleep(600)'), { code: '57014', message: /no answer after 2 s/ });
  assert.deepEqual(await rows.query('SELECT 1 AS one'), [{ one: 1 }]);
  assert.deepEqual(rows.stats, { open: 1, idle: 1, waiting: 0 });
});
