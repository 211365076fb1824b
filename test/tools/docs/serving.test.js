import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { startLocalPostgres } from '../../../scripts/local-postgres/start-local-postgres.js';
import { DEFAULTS } from '../../../src/cli/read-serve-options.js';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';
import { startServer } from '../../../src/serve/serve.js';
import { chapter, firstTable, page } from './pages.js';

const [, DDL] = /^```sql served\n(.*?)^```$/ms.exec(page('serving')) ?? [];
const EXAMPLES = Array.from(
  page('serving').matchAll(/^```http request\n(.*?)^```\n.*?^```http answer\n(.*?)^```$/gms),
  ([, request, answer]) => ({ request: read(request), answer: read(answer) }),
);

/** @param {string} text */
function read(text) {
  const [head, ...body] = text.split('\n\n');
  const [first, ...lines] = head.trimEnd().split('\n');
  const headers = lines.map(line => /** @type {[string, string]} */ (line.split(': ')));
  return { first, headers, body: body.join('\n\n').replace(/\n$/, '') };
}

describe('docs/serving.md', { timeout: 120_000 }, () => {
  /** @type {{ url: string, close: () => Promise<void> }} */
  let service;
  /** @type {Awaited<ReturnType<typeof startLocalPostgres>>} */
  let server;
  before(async () => {
    server = await startLocalPostgres();
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(`CREATE ROLE web; ${DDL}`);
    await client.end();
    service = await startServer({
      ...{
        database: readDatabaseSettings(server.url, 'it', {}),
        schema: 'public',
        anonymousRole: 'web',
        secret: null,
        jwks: null,
      },
      ...{ audience: null, host: '127.0.0.1', port: 0, poolSize: 2, maxStreams: 1 },
      ...{ statementTimeoutMs: 60_000, stallTimeoutMs: 60_000, maxStreamMs: 60_000 },
    });
  });
  after(async () => {
    await service?.close();
    await server.stop();
  });

  test('has examples', () => assert.ok(EXAMPLES.length >= 7));

  for (const { request, answer } of EXAMPLES) {
    test(`shows the answer to ${request.first}`, async () => {
      const [method, path] = request.first.split(' ');
      const response = await fetch(service.url + path, { method, headers: request.headers });
      assert.equal((await response.text()).replace(/\n$/, ''), answer.body);
      assert.equal(response.status, Number(answer.first));
      for (const [name, value] of answer.headers) assert.equal(response.headers.get(name), value, name);
    });
  }

  test('names every metric, and no other', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const metrics = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));
    const named = Array.from(chapter(page('serving'), 'Metrics').matchAll(/`(sluice_\w+)/g), ([, name]) => name);
    assert.deepEqual([...new Set(named)].sort(), [...metrics].sort());
  });

  test('has the defaults of the limits', () => {
    const limits = new Map(
      firstTable(chapter(page('serving'), 'Limits')).map(([, byDefault, option]) => [option.split('`')[1], byDefault]),
    );
    assert.equal(limits.get('--pool-size'), String(DEFAULTS.poolSize));
    assert.equal(limits.get('--max-streams'), `${DEFAULTS.streamShare * 100} %`);
    assert.equal(limits.get('--statement-timeout'), `${DEFAULTS.statementTimeout} s`);
    assert.equal(limits.get('--stall-timeout'), `${DEFAULTS.stallTimeout} s`);
    assert.equal(limits.get('--max-stream-time'), `${DEFAULTS.maxStreamTime / 3600} hour`);
  });
});
