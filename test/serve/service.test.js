import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readDatabaseSettings } from '../../src/destination/database/settings.js';
import { openAccess } from '../../src/serve/access/open-access.js';
import { loadCatalog } from '../../src/serve/catalog/load-catalog.js';
import { openCatalog } from '../../src/serve/catalog/open-catalog.js';
import { createMetrics } from '../../src/serve/metrics.js';
import { openRows } from '../../src/serve/rows/rows.js';
import { createService } from '../../src/serve/service.js';
import { freshDatabase, startServer } from '../destination/database/fixture.js';
import { until } from './service-fixture.js';

/** @type {{ url: string, stop: () => Promise<void> }} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

/** @param {import('node:test').TestContext} t */
async function open(t) {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE VIEW large AS SELECT i AS id, repeat('x', 1000) AS text FROM generate_series(1, 20000) i;
    CREATE TABLE wide AS SELECT repeat('y', 300000) AS text`);
  const rows = openRows(readDatabaseSettings(url, 'it', {}), { poolSize: 2, statementTimeoutMs: 20_000 });
  t.after(() => rows.destroy());
  const metrics = createMetrics(() => rows.stats);
  const service = createService({
    access: openAccess({ secret: null, jwks: null, audience: null, anonymousRole: 'postgres' }),
    catalog: openCatalog({ load: () => loadCatalog(rows.query, 'public') }),
    ...{ rows, metrics, maxStreams: 1, maxStreamMs: 60_000 },
    describe: async () => ({}),
    log: error => assert.fail(String(error)),
  });
  return { rows, numbers: metrics.numbers, handle: service.handle };
}

test('a Request is answered with a Response, without a server', { timeout: 60_000 }, async t => {
  const { handle, numbers } = await open(t);
  const few = await handle(new Request('https://any.example/large?select=id&limit=2'));
  assert.equal(few.headers.get('content-range'), '0-1/*');
  assert.deepEqual(await few.json(), [{ id: 1 }, { id: 2 }]);
  const all = await handle(new Request('https://any.example/large'));
  const text = await all.text();
  assert.ok(text.length > 20_000_000 && text.endsWith(']'));
  assert.equal((await handle(new Request('https://any.example/large', { method: 'DELETE' }))).status, 405);
  const head = await handle(new Request('https://any.example/large', { method: 'HEAD' }));
  assert.deepEqual([head.status, head.body], [200, null]);
  await until(() => numbers.streams === 0);
});

test('a Response that nobody reads to its end gives its connection back', { timeout: 60_000 }, async t => {
  const { handle, numbers, rows } = await open(t);
  const { body } = await handle(new Request('https://any.example/large'));
  const reader = body?.getReader();
  assert.ok(((await reader?.read())?.value?.length ?? 0) > 0);
  assert.equal(numbers.streams, 1);
  await reader?.cancel();
  await until(() => numbers.streams === 0 && rows.stats.idle === rows.stats.open);
});

test('a single object may be larger than what is shared, and is still exactly one', { timeout: 60_000 }, async t => {
  const { handle, numbers } = await open(t);
  const headers = { accept: 'application/vnd.pgrst.object+json' };
  const one = await handle(new Request('https://any.example/wide', { headers }));
  assert.equal(/** @type {{ text: string }} */ (await one.json()).text.length, 300_000);
  assert.equal((await handle(new Request('https://any.example/large?limit=500', { headers }))).status, 406);
  assert.equal(numbers.streams, 0);
});
