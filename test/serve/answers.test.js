import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { poolerVersion, startPooler } from '../../scripts/local-postgres/start-pooler.js';
import { startServer } from '../destination/database/fixture.js';
import { startCuttingProxy, startService, until } from './service-fixture.js';

const SKIP_POOLER = poolerVersion() === null && 'PgBouncer is not installed';

/** @type {{ url: string, stop: () => Promise<void> }} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

const PEOPLE = `CREATE TABLE people AS SELECT i AS id, 'näme "' || i || E'",\\n\\t\\\\' AS name, i % 3 = 0 AS even,
  CASE WHEN i % 5 = 0 THEN NULL ELSE i / 4.0 END AS score, json_build_object('a', i) AS data FROM generate_series(1, 3000) i`;
const FORMATS = ['application/json', 'text/csv', 'application/x-ndjson'];

test('every format is the same, byte for byte, wherever the database’s bytes are cut', {
  timeout: 120_000,
}, async t => {
  const expected = await startService(t, server.url, PEOPLE);
  for (const size of [1, 7, 65_536]) {
    /** @type {Awaited<ReturnType<typeof startCuttingProxy>>[]} */
    const proxies = [];
    const cut = await startService(t, server.url, PEOPLE, {
      async through(url) {
        proxies.push(await startCuttingProxy(t, url));
        return proxies[0].url;
      },
    });
    await (await cut.ask('/people?limit=1')).text();
    proxies[0].size = size;
    // A few bytes a tick are slow.
    for (const rows of size === 65_536 ? [0, 1, 40, 3000] : [0, 1, 40 * size]) {
      for (const accept of FORMATS) {
        const path = `/people?order=id&limit=${rows}`;
        const [ours, other] = await Promise.all([
          cut.ask(path, { headers: { accept } }).then(answer => answer.text()),
          expected.ask(path, { headers: { accept } }).then(answer => answer.text()),
        ]);
        assert.equal(ours, other, `${accept}, ${rows} rows, pieces of ${size}`);
        if (accept === 'application/json') assert.equal(JSON.parse(ours).length, rows);
        if (accept === 'application/x-ndjson') assert.equal(ours.split('\n').length, rows + 1);
      }
    }
  }
});

test('a warm answer costs one round trip, also with a role, its claims and a count', { timeout: 60_000 }, async t => {
  /** @type {{ url: string, flights: number }[]} */
  const proxies = [];
  const { ask } = await startService(t, server.url, PEOPLE, {
    async through(url) {
      proxies.push(await startCuttingProxy(t, url));
      return proxies[0].url;
    },
  });
  const [proxy] = proxies;
  for (const prefer of ['', 'count=exact', 'count=planned']) {
    for (const accept of FORMATS) {
      for (const limit of [5, 3000]) {
        await (await ask('/people?limit=1')).text();
        const before = proxy.flights;
        const answer = await ask(`/people?limit=${limit}`, { headers: { accept, prefer } });
        assert.ok(answer.ok);
        await answer.text();
        assert.equal(proxy.flights - before, 1, `${accept}, ${prefer}, ${limit} rows`);
      }
    }
  }
});

test('a long answer over a slow network takes one round trip', { timeout: 60_000 }, async t => {
  const { ask } = await startService(t, server.url, PEOPLE, {
    through: async url => (await startCuttingProxy(t, url, { delayMs: 50 })).url,
  });
  await (await ask('/people?limit=1')).text();
  const start = performance.now();
  await (await ask('/people')).text();
  const took = performance.now() - start;
  // A second round trip would make it 200 ms; a busy machine may take any time.
  assert.ok(took >= 100, `${took} ms`);
});

test('an answer says which rows it has', { timeout: 60_000 }, async t => {
  const { ask } = await startService(t, server.url, PEOPLE);
  const range = async (/** @type {string} */ path, /** @type {Record<string, string>} */ headers = {}) => {
    const answer = await ask(path, { headers });
    await answer.text();
    return [answer.status, answer.headers.get('content-range')];
  };
  const exact = { prefer: 'count=exact' };
  assert.deepEqual(await range('/people?limit=5'), [200, '0-4/*']);
  assert.deepEqual(await range('/people?limit=5&offset=10'), [200, '10-14/*']);
  assert.deepEqual(await range('/people?limit=5', exact), [206, '0-4/3000']);
  assert.deepEqual(await range('/people?limit=0'), [200, '*/*']);
  assert.deepEqual(await range('/people?id=eq.0', exact), [200, '*/0']);
  assert.deepEqual(await range('/people?id=lt.4', exact), [200, '0-2/3']);
  // These do not fit into what is held before the headers.
  assert.deepEqual(await range('/people'), [200, null]);
  assert.deepEqual(await range('/people', exact), [200, '0-2999/3000']);
  assert.deepEqual(await range('/people?limit=2000&offset=500', exact), [206, '500-2499/3000']);
  assert.deepEqual(await range('/people?offset=3001', exact), [416, '*/3000']);
});

test('a single object is an object, and nothing else is', { timeout: 60_000 }, async t => {
  const { ask } = await startService(t, server.url, PEOPLE);
  const single = { headers: { accept: 'application/vnd.pgrst.object+json' } };
  assert.deepEqual(await (await ask('/people?id=eq.7&select=id,even', single)).json(), { id: 7, even: false });
  for (const path of ['/people?id=eq.0', '/people?id=lt.3']) {
    const answer = await ask(path, single);
    assert.equal(answer.status, 406);
    assert.match(await answer.text(), /"code":"PGRST116"/);
  }
});

test('HEAD has the headers of GET, and no body', { timeout: 60_000 }, async t => {
  const { ask, sessions } = await startService(t, server.url, PEOPLE);
  for (const path of ['/people?limit=3', '/people', '/nobody']) {
    const [head, get] = await Promise.all([ask(path, { method: 'HEAD' }), ask(path)]);
    const body = await get.text();
    assert.equal(head.status, get.status);
    assert.equal(await head.text(), '');
    for (const name of ['content-type', 'content-range', 'vary']) {
      assert.equal(head.headers.get(name), get.headers.get(name));
    }
    if (body.length < 65_536) assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(body)));
  }
  await until(async () => (await sessions()).every(({ state }) => state === 'idle'));
});

test('an answer, long or short, and an error say which headers they depend on', { timeout: 60_000 }, async t => {
  const { ask } = await startService(t, server.url, PEOPLE);
  const depends = ['accept', 'accept-encoding', 'accept-profile', 'authorization', 'origin', 'prefer', 'range'];
  for (const path of ['/people?limit=1', '/people', '/people?id=eq.x', '/nobody', '/']) {
    const answer = await ask(path);
    await answer.text();
    assert.deepEqual(answer.headers.get('vary')?.split(', '), depends, path);
  }
});

test('an answer is compressed where it is accepted and pays', { timeout: 60_000 }, async t => {
  const { url, ask } = await startService(t, server.url, PEOPLE);
  const plain = async (/** @type {string} */ path) =>
    (await ask(path, { headers: { 'accept-encoding': 'identity' } })).text();
  const { request } = await import('node:http');
  const raw = (/** @type {string} */ path, /** @type {string} */ accepted) =>
    new Promise((resolve, reject) => {
      const asked = request(
        `${url}${path}`,
        { agent: false, headers: { 'accept-encoding': accepted } },
        async response => {
          const chunks = [];
          for await (const chunk of response) chunks.push(chunk);
          resolve({
            encoding: response.headers['content-encoding'],
            body: Buffer.concat(chunks),
            headers: response.headers,
          });
        },
      );
      asked.on('error', reject).end();
    });
  for (const path of ['/people?limit=200', '/people']) {
    const expected = await plain(path);
    const gzip = await raw(path, 'gzip, deflate, br');
    assert.equal(gzip.encoding, 'gzip');
    assert.equal(gunzipSync(gzip.body).toString(), expected);
    const zstd = await raw(path, 'gzip, zstd');
    assert.equal(zstd.encoding, 'zstd');
    assert.equal(zstdDecompressSync(zstd.body).toString(), expected);
    assert.match(zstd.headers.vary, /accept-encoding/);
    assert.equal((await raw(path, 'zstd;q=0.5, gzip;q=0.9')).encoding, 'gzip');
    assert.equal((await raw(path, 'br')).encoding, undefined);
    assert.equal((await raw(path, 'gzip;q=0')).encoding, undefined);
  }
  assert.equal((await raw('/people?limit=2', 'gzip')).encoding, undefined);
});

test('equal reads at the same time are one query, and its failure is nobody’s after it', {
  timeout: 60_000,
}, async t => {
  const ddl = `CREATE TABLE calls (at timestamptz); CREATE SEQUENCE runs;
    CREATE FUNCTION run() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT pg_sleep(0.3); SELECT 1::bigint';
    CREATE VIEW slow AS SELECT run() AS id;
    CREATE FUNCTION fail() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.3); RAISE 'no'; END $$;
    CREATE VIEW failing AS SELECT fail() AS id`;
  const { ask, metric } = await startService(t, server.url, ddl);
  const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await ask('/slow')).text()));
  assert.deepEqual(new Set(bodies), new Set(['[{"id":1}]']));
  assert.ok((await metric('sluice_coalesced_reads_total')) > 0);
  const failures = await Promise.all(Array.from({ length: 5 }, async () => (await ask('/failing')).status));
  assert.deepEqual(new Set(failures), new Set([400]));
  const before = performance.now();
  assert.equal((await ask('/failing')).status, 400);
  assert.ok(performance.now() - before > 250, 'it is asked anew');
});

test('the service’s own paths, and what is refused', { timeout: 60_000 }, async t => {
  const { ask, query } = await startService(t, server.url, PEOPLE);
  assert.deepEqual(await (await ask('/health')).json(), { live: true, ready: true });
  assert.deepEqual(await (await ask('/health/live')).json(), { live: true });
  assert.match(await (await ask('/')).text(), /^{"openapi":"3\./);
  const options = await ask('/people', { method: 'OPTIONS', headers: { 'access-control-request-headers': 'x-a' } });
  assert.equal(options.status, 200);
  assert.equal(options.headers.get('access-control-allow-headers'), 'x-a');
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await ask('/people', { method, body: '{}', headers: { 'content-type': 'application/json' } });
    assert.equal(answer.status, 405);
    assert.match(String(answer.headers.get('allow')), /GET/);
    assert.match(await answer.text(), /"code":"PGRST117"/);
  }
  const origin = await ask('/people?limit=1', { headers: { origin: 'https://example.com' } });
  assert.equal(origin.headers.get('access-control-allow-origin'), '*');
  assert.equal((await ask(`/people?id=eq.${'1'.repeat(20_000)}`)).status, 414);
  assert.equal((await ask('/people?id=eq.1', { headers: { 'x-long': 'x'.repeat(40_000) } })).status, 431);
  assert.equal((await ask('/%ff')).status, 400);
  assert.equal((await ask('/later')).status, 404);
  await query('CREATE TABLE later (id int)');
  // The catalog may have been read within the second.
  await until(async () => (await ask('/later')).status !== 404);
  assert.deepEqual(await (await ask('/later')).json(), []);
});

test('a column or a table that is gone is noticed by a request that misses it', { timeout: 40_000 }, async t => {
  const ddl = "CREATE TABLE changing (id int, old text); INSERT INTO changing VALUES (1, 'x')";
  const { ask, query } = await startService(t, server.url, ddl);
  assert.deepEqual(await (await ask('/changing')).json(), [{ id: 1, old: 'x' }]);
  await query("ALTER TABLE changing DROP COLUMN old, ADD COLUMN new text DEFAULT 'y'");
  // The catalog may have been read within the second. By itself it would be read again after a minute.
  await until(async () => (await ask('/changing')).ok);
  assert.deepEqual(await (await ask('/changing')).json(), [{ id: 1, new: 'y' }]);
  await query('DROP TABLE changing');
  assert.equal((await ask('/changing')).status, 404);
});

test('behind PgBouncer in transaction mode all of it works', { timeout: 120_000, skip: SKIP_POOLER }, async t => {
  const { ask, query, metric } = await startService(t, server.url, PEOPLE, {
    async through(url) {
      const pooler = await startPooler(url, { mode: 'transaction' });
      t.after(pooler.stop);
      return pooler.url;
    },
  });
  for (const accept of FORMATS) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const answer = await ask(`/people?id=lte.${index * 15}`, { headers: { accept, prefer: 'count=exact' } });
        await answer.text();
        return answer.status;
      }),
    );
    assert.ok(answers.every(status => status === 200));
  }
  const left = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const stop = new AbortController();
      const answer = await ask('/people', { signal: stop.signal });
      await answer.body?.getReader().read();
      stop.abort();
    }),
  );
  assert.equal(left.length, 20);
  await until(async () => (await metric('sluice_streams')) === 0);
  assert.equal(rowCount(await (await ask('/people')).json()), 3000);
  const [{ count }] = await query(
    "SELECT count(*)::int FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()",
  );
  assert.equal(count, 0);
});

/** @param {unknown} rows */
function rowCount(rows) {
  return Array.isArray(rows) ? rows.length : null;
}
