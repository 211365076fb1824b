import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { poolerVersion, startPooler } from '../../../scripts/local-postgres/start-pooler.js';
import { connected, startServer as startDatabase } from '../../destination/database/fixture.js';
import { caseCount } from '../../support/cases.js';
import { accessDatabase, startService } from './access-fixture.js';

const SKIP_POOLER = poolerVersion() === null && 'PgBouncer is not installed';

/** @type {Awaited<ReturnType<typeof startDatabase>>} */
let server;
before(async () => {
  server = await startDatabase();
});
after(() => server.stop());

test('row-level security decides by role and claims, also by another table', async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const service = await startService(t, loginUrl, { anonymousRole: roles.web });
  const idsOf = async (/** @type {import('jose').JWTPayload | undefined} */ claims) => {
    const response = await service.get('/documents?select=id&order=id', claims === undefined ? {} : { claims });
    assert.equal(response.status, 200);
    return /** @type {{ id: number }[]} */ (await response.json()).map(({ id }) => id);
  };
  assert.deepEqual(await idsOf(undefined), [4, 8, 12]);
  assert.deepEqual(await idsOf({ role: roles.web }), [4, 8, 12]);
  assert.deepEqual(await idsOf({ role: roles.member, sub: 'ann' }), [1, 2, 5, 6, 9, 10]);
  assert.deepEqual(await idsOf({ role: roles.member, sub: 'bob' }), [2, 6, 10]);
  assert.deepEqual(await idsOf({ role: roles.member, sub: "x' OR 'a'='a" }), []);
  assert.deepEqual(await idsOf({ role: roles.member }), []);
});

test('a count counts only what the role may see, and a HEAD gives no more', async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const service = await startService(t, loginUrl, { anonymousRole: roles.web });
  for (const method of ['GET', 'HEAD']) {
    const how = { method, headers: { prefer: 'count=exact' } };
    const counts = [{}, { claims: { role: roles.member, sub: 'bob' } }].map(async who => {
      const response = await service.get('/documents', { ...how, ...who });
      return response.headers.get('content-range');
    });
    assert.deepEqual(await Promise.all(counts), ['0-2/3', '0-2/3']);
  }
});

test('a role that the login may not become is refused, and so is one that does not exist', async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const service = await startService(t, loginUrl, { anonymousRole: roles.web });
  for (const [role, status, message] of /** @type {[string, number, RegExp][]} */ ([
    [roles.stranger, 403, /^permission denied to set role "stranger_/],
    ['postgres', 403, /^permission denied to set role "postgres"$/],
    ['nobody "here"', 401, /^role "nobody "here"" does not exist$/],
    ['none', 401, /^The role claim of the JWT is not the name of a role$/],
    [`${roles.web}${' '.repeat(64)}`, 401, /^The role claim/],
  ])) {
    const response = await service.get('/documents', { claims: { role } });
    const body = /** @type {{ code: string, message: string }} */ (await response.json());
    assert.equal(response.status, status, JSON.stringify(body));
    assert.match(body.message, message);
    assert.deepEqual(Object.keys(body), ['code', 'message', 'details', 'hint']);
    assert.equal(response.headers.has('www-authenticate'), status === 401);
  }
});

test('what a role may not read is 403 with a token, and 401 without one', async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const service = await startService(t, loginUrl, { anonymousRole: roles.web });
  const [without, withToken] = [
    await service.get('/members'),
    await service.get('/members', { claims: { role: roles.web } }),
  ];
  assert.deepEqual([without.status, withToken.status], [401, 403]);
  assert.equal(without.headers.get('www-authenticate'), 'Bearer');
  assert.equal(/** @type {any} */ (await withToken.json()).code, '42501');
});

test('without an anonymous role nobody is served without a token, but for health and metrics', async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const service = await startService(t, loginUrl);
  for (const path of ['/', '/documents', '/nothing', '/documents?select=nothing']) {
    for (const method of ['GET', 'HEAD']) {
      const response = await service.get(path, { method });
      assert.equal(response.status, 401, `${method} ${path}`);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
      if (method === 'GET') assert.equal(/** @type {any} */ (await response.json()).code, 'PGRST302');
    }
  }
  for (const path of ['/health', '/metrics']) assert.equal((await service.get(path)).status, 200, path);
  assert.equal((await service.get('/documents', { claims: { role: roles.web } })).status, 200);
  const expired = await service.get('/documents', { claims: { role: roles.web, exp: 1 } });
  assert.equal(expired.status, 401);
  assert.equal(
    expired.headers.get('www-authenticate'),
    'Bearer error="invalid_token", error_description="JWT expired"',
  );
});

test('claims reach policies with all of their digits', async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const service = await startService(t, loginUrl);
  const { CompactSign } = await import('jose');
  const { SECRET } = await import('./tokens.js');
  const text = `{"role":"${roles.web}","id":12345678901234567891,"quote":"'\\\\\\u0041"}`;
  const token = await new CompactSign(Buffer.from(text)).setProtectedHeader({ alg: 'HS256' }).sign(SECRET);
  const response = await service.get('/whoami', { headers: { authorization: `Bearer ${token}` } });
  assert.match(await response.text(), /"claims":\{"role":"\w+","id":12345678901234567891,"quote":"'\\\\A"\}/);
});

test('no role and no claim of one request is there for another one', { timeout: 300_000 }, t => askInTurns(t, false));

test('nor is one behind a pooler', { timeout: 300_000, skip: SKIP_POOLER }, t => askInTurns(t, true));

/**
 * Sends requests of many kinds over few connections: some fail, at once or late, and some are given up.
 *
 * @param {import('node:test').TestContext} t
 * @param {boolean} isPooled
 */
async function askInTurns(t, isPooled) {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const pooler = isPooled ? await startPooler(loginUrl, { mode: 'transaction' }) : null;
  if (pooler !== null) t.after(pooler.stop);
  const service = await startService(t, pooler?.url ?? loginUrl, {
    ...{ anonymousRole: roles.web, poolSize: 3, maxStreams: 2 },
  });
  /** @param {number} number */
  const ask = async number => {
    const role = number % 2 === 0 ? roles.member : roles.web;
    const claims = number % 5 === 0 ? undefined : { role, sub: `user ${number % 7}` };
    const who = claims === undefined ? {} : { claims };
    switch (number % 4) {
      case 0: {
        // Fails before its first row.
        const response = await service.get('/documents?id=eq.x', who);
        return assert.equal(response.status, 400, await response.text());
      }
      case 1: {
        // Fails after many rows, or is given up before.
        const left = new AbortController();
        const response = await service.get('/many', { ...who, signal: left.signal });
        if (response.status === 503) return void (await response.text());
        if (number % 8 === 1) left.abort();
        return assert.rejects(response.text());
      }
      default: {
        const response = await service.get('/whoami', who);
        const expected = claims ?? { role: roles.web };
        return assert.deepEqual(await response.json(), [{ role: expected.role, claims: expected }]);
      }
    }
  };
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    for (let number = lane; number < caseCount(1000); number += 10) await ask(number);
  });
  await Promise.all(lanes);
  if (pooler === null) return;
  // The pooler gives out another of its few connections each time: all that the service has used.
  const client = await connected(pooler.url);
  t.after(() => client.end());
  for (let turn = 0; turn < 20; turn++) {
    const { rows } = await client.query(LEFT);
    assert.deepEqual(rows, [{ role: roles.login, claims: '', ro: 'off' }]);
  }
}

const LEFT = `SELECT current_user AS role, coalesce(current_setting('request.jwt.claims', true), '') AS claims,
  current_setting('transaction_read_only') AS ro`;
