import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { exportSPKI, importJWK } from 'jose';
import { openAccess } from '../../../src/serve/access/open-access.js';
import { ServeError } from '../../../src/serve/serve-error.js';
import { forge, keyPair, SECRET, sign, startKeyServer } from './tokens.js';

/** @import { Access } from '../../../src/serve/access/open-access.js' */

const NONE = { secret: null, jwks: null, audience: null, anonymousRole: null };
const SECONDS = () => Math.floor(Date.now() / 1000);

/**
 * @param {Access} access
 * @param {string | null} authorization
 * @param {string} code
 * @param {RegExp} message
 * @param {number} [status]
 */
async function assertRefused(access, authorization, code, message, status = 401) {
  await assert.rejects(access.identify(authorization), error => {
    assert.ok(error instanceof ServeError, String(error));
    assert.deepEqual([error.code, error.status], [code, status], error.message);
    assert.match(error.message, message);
    const challenge = error.headers['www-authenticate'];
    if (status === 401)
      assert.match(String(challenge), /^Bearer(?: error="invalid_token", error_description="[^"\\]+")?$/);
    return true;
  });
}

test('without a token the anonymous role asks, and its claims say so', async () => {
  const access = openAccess({ ...NONE, anonymousRole: 'web' });
  for (const authorization of [null, '', 'Basic dTpw']) {
    const { role, claims } = await access.identify(authorization);
    assert.deepEqual([role, claims], ['web', { role: 'web' }]);
  }
});

test('PGRST302: without a token and an anonymous role nobody is served', async () => {
  const access = openAccess({ ...NONE, secret: SECRET });
  for (const authorization of [null, '', 'Basic dTpw']) {
    await assertRefused(access, authorization, 'PGRST302', /^Anonymous access is disabled$/);
  }
});

test('PGRST300: a token is refused where there is nothing to check it with, and the anonymous role does not get it', async () => {
  const access = openAccess({ ...NONE, anonymousRole: 'web' });
  await assertRefused(access, `Bearer ${await sign({ role: 'web' })}`, 'PGRST300', /^Server lacks JWT secret$/);
});

for (const alg of ['HS256', 'HS384', 'HS512']) {
  test(`a token that is signed with the secret by ${alg} names the role, and all its claims are given`, async () => {
    const access = openAccess({ ...NONE, secret: SECRET });
    const given = { role: 'alice', sub: 'a"b\\', exp: SECONDS() + 60, nbf: SECONDS(), nested: { list: [1, null] } };
    const token = await sign(given, { header: { alg } });
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER   ']) {
      const { role, claims } = await access.identify(`${scheme}${token}`);
      assert.equal(role, 'alice');
      assert.deepEqual(JSON.parse(JSON.stringify(claims)), given);
    }
  });
}

test('a token without "exp" does not expire', async () => {
  const access = openAccess({ ...NONE, secret: SECRET });
  assert.equal((await access.identify(`Bearer ${await sign({ role: 'alice' })}`)).role, 'alice');
});

test('numbers in claims keep all of their digits', async () => {
  const access = openAccess({ ...NONE, secret: SECRET });
  const text = '{"role":"alice","id":12345678901234567890,"__proto__":{"x":1.10}}';
  const { CompactSign } = await import('jose');
  const token = await new CompactSign(Buffer.from(text)).setProtectedHeader({ alg: 'HS256' }).sign(SECRET);
  assert.equal(JSON.stringify((await access.identify(`Bearer ${token}`)).claims), text);
});

test('identities have the same key only if role and claims are the same', async () => {
  const access = openAccess({ ...NONE, secret: SECRET, anonymousRole: 'alice' });
  const keyOf = async (/** @type {string | null} */ header) => (await access.identify(header)).key;
  /** @type {import('jose').JWTPayload[]} */
  const tokens = [
    { role: 'alice', sub: '1' },
    { role: 'alice', id: 1 },
    { role: 'bob', sub: '1' },
  ];
  const headers = [null, ...(await Promise.all(tokens.map(async claims => `Bearer ${await sign(claims)}`)))];
  const keys = await Promise.all(headers.map(keyOf));
  assert.equal(new Set(keys).size, 4);
  assert.deepEqual(await Promise.all(headers.map(keyOf)), keys);
});

test('a token is refused for its claims (PGRST303)', async () => {
  const access = openAccess({ ...NONE, secret: SECRET, audience: 'rows', anonymousRole: 'web' });
  const sound = { role: 'alice', aud: 'rows', exp: SECONDS() + 60 };
  assert.equal((await access.identify(`Bearer ${await sign(sound)}`)).role, 'alice');
  assert.equal((await access.identify(`Bearer ${await sign({ ...sound, aud: ['x', 'rows'] })}`)).role, 'alice');
  for (const [claims, message] of /** @type {[object, RegExp][]} */ ([
    [{ exp: SECONDS() - 1 }, /^JWT expired$/],
    [{ exp: SECONDS() - 3600 }, /^JWT expired$/],
    [{ exp: 'tomorrow' }, /^A date in the claims of the JWT is not a number$/],
    [{ nbf: SECONDS() + 120 }, /^JWT not yet valid$/],
    [{ aud: 'others' }, /^JWT not in audience$/],
    [{ aud: undefined }, /^JWT not in audience$/],
    [{ aud: ['x'] }, /^JWT not in audience$/],
    [{ aud: { rows: 1 } }, /^JWT not in audience$/],
    [{ role: undefined }, /^JWT has no role claim$/],
    ...['', 'none', 'a\0b', 'é'.repeat(32), 7, null, ['alice'], { a: 1 }].map(
      role => /** @type {[object, RegExp]} */ ([{ role }, /^The role claim of the JWT is not the name of a role$/]),
    ),
  ])) {
    await assertRefused(access, `Bearer ${await sign({ ...sound, ...claims })}`, 'PGRST303', message);
  }
  const list = forge({ alg: 'HS256' }, '["role"]');
  await assertRefused(
    access,
    `Bearer ${await resign(list)}`,
    'PGRST303',
    /^The claims of the JWT are not a JSON object$/,
  );
});

test('an audience is not asked for unless there is one', async () => {
  const access = openAccess({ ...NONE, secret: SECRET });
  assert.equal((await access.identify(`Bearer ${await sign({ role: 'alice', aud: 'any' })}`)).role, 'alice');
});

/** @param {string} token @returns {Promise<string>} Signed with the secret, whatever it is. */
async function resign(token) {
  const { createHmac } = await import('node:crypto');
  const signed = token.split('.').slice(0, 2).join('.');
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
}

test('what is no sound token of this service is refused (PGRST301), also where the anonymous role would be served', async () => {
  const access = openAccess({ ...NONE, secret: SECRET, anonymousRole: 'web' });
  const claims = { role: 'alice' };
  const sound = await sign(claims);
  const [header, payload, signature] = sound.split('.');
  const { privateKey } = await keyPair('RS256');
  for (const [token, message] of /** @type {[string, RegExp][]} */ ([
    ['', /^Empty JWT/],
    ['x', /^Expected 3 parts in JWT; got 1$/],
    [`${sound}.x.y`, /^Expected 3 parts in JWT; got 5$/],
    [`${header}.${payload}.`, /^JWT is not signed with the key of this service$/],
    [`${header}.${payload}.${signature.slice(1)}`, /^JWT/],
    [`${header}.${payload}.${signature.at(-2)}${signature.slice(1)}`, /^JWT is not signed/],
    [`${header}.${forge({}, { role: 'bob' }).split('.')[1]}.${signature}`, /^JWT is not signed/],
    [`${sound}, Bearer ${sound}`, /^Expected 3 parts in JWT; got 5$/],
    [`${sound} x`, /^JWT has characters that no JWT has$/],
    ['é.b.c', /^JWT has characters/],
    ['...', /^Expected 3 parts/],
    ['..', /^JWT couldn't be decoded or it is invalid$/],
    ['a.b.c', /^JWT couldn't be decoded or it is invalid$/],
    [`${'a'.repeat(8_200)}.b.c`, /^JWT is longer than 8192 bytes$/],
    [forge({ alg: 'none' }, claims), /^Wrong or unsupported encoding algorithm$/],
    [forge({ alg: 'None' }, claims, signature), /^Wrong or unsupported/],
    [forge({}, claims, signature), /^Wrong or unsupported/],
    [forge({ alg: ['HS256'] }, claims, signature), /^(?:Wrong or unsupported|JWT couldn't be decoded)/],
    [forge('{"alg":"HS256"', claims, signature), /^JWT couldn't be decoded/],
    [await sign(claims, { key: Buffer.from('another secret, as long as it has to be') }), /^JWT is not signed/],
    [await sign(claims, { key: privateKey, header: { alg: 'RS256' } }), /^Wrong or unsupported encoding algorithm$/],
    [await resign(forge({ alg: 'HS256', crit: ['x'], x: 1 }, claims)), /^JWT has a critical header/],
    [await resign(forge({ alg: 'HS256', crit: [] }, claims)), /^JWT couldn't be decoded/],
  ])) {
    await assertRefused(access, `Bearer ${token}`, 'PGRST301', message);
  }
});

for (const alg of ['RS256', 'PS384', 'ES256', 'ES512', 'EdDSA']) {
  test(`a token that is signed by ${alg} is checked with the key of its name`, async t => {
    const [ours, other] = [await keyPair(alg, 'ours'), await keyPair(alg, 'other')];
    const server = await startKeyServer(t, [other.jwk, ours.jwk]);
    const access = openAccess({ ...NONE, jwks: server.url });
    const sound = await sign({ role: 'alice' }, { key: ours.privateKey, header: { alg, kid: 'ours' } });
    assert.equal((await access.identify(`Bearer ${sound}`)).role, 'alice');
    const swapped = await sign({ role: 'alice' }, { key: other.privateKey, header: { alg, kid: 'ours' } });
    await assertRefused(access, `Bearer ${swapped}`, 'PGRST301', /^JWT is not signed with the key of this service$/);
    assert.equal(server.requests, 1);
  });
}

test('of keys without names, any may have signed a token', async t => {
  const pairs = await Promise.all(['RS256', 'RS256', 'RS256'].map(alg => keyPair(alg)));
  const server = await startKeyServer(
    t,
    pairs.slice(0, 2).map(({ jwk }) => jwk),
  );
  const access = openAccess({ ...NONE, jwks: server.url });
  const [first, second, unknown] = await Promise.all(
    pairs.map(
      async ({ privateKey: key }) => `Bearer ${await sign({ role: 'alice' }, { key, header: { alg: 'RS256' } })}`,
    ),
  );
  for (const header of [first, second]) assert.equal((await access.identify(header)).role, 'alice');
  await assertRefused(access, unknown, 'PGRST301', /^JWT is not signed/);
});

test('a public key is never taken for a secret', async t => {
  const pair = await keyPair('RS256', 'ours');
  const server = await startKeyServer(t, [pair.jwk]);
  const access = openAccess({ ...NONE, jwks: server.url, anonymousRole: 'web' });
  const key = /** @type {import('jose').CryptoKey} */ (await importJWK(pair.jwk));
  const der = createPublicKey(await exportSPKI(key)).export({ type: 'spki', format: 'der' });
  for (const secret of [await exportSPKI(key), JSON.stringify(pair.jwk), String(pair.jwk.n), der]) {
    const token = await sign({ role: 'alice' }, { key: Buffer.from(secret), header: { alg: 'HS256', kid: 'ours' } });
    await assertRefused(access, `Bearer ${token}`, 'PGRST301', /^Wrong or unsupported encoding algorithm$/);
  }
  const none = forge({ alg: 'none', kid: 'ours' }, { role: 'alice' });
  await assertRefused(access, `Bearer ${none}`, 'PGRST301', /^Wrong or unsupported/);
  assert.equal(server.requests, 0);
});

test('a secret in a key set is not used', async t => {
  const server = await startKeyServer(t, [{ kty: 'oct', k: SECRET.toString('base64url'), kid: 'ours', alg: 'HS256' }]);
  const access = openAccess({ ...NONE, jwks: server.url });
  const token = await sign({ role: 'alice' }, { header: { alg: 'HS256', kid: 'ours' } });
  await assertRefused(access, `Bearer ${token}`, 'PGRST301', /^Wrong or unsupported encoding algorithm$/);
});

test('a key set is read again for an unknown key, but not for each; and in the background when it is old', async t => {
  const [first, second] = [await keyPair('ES256', 'first'), await keyPair('ES256', 'second')];
  const server = await startKeyServer(t, [first.jwk]);
  let time = 0;
  const access = openAccess({ ...NONE, jwks: server.url, now: () => time });
  const tokenOf = async (/** @type {typeof first} */ { privateKey, jwk: { kid } }, name = kid) =>
    `Bearer ${await sign({ role: 'alice' }, { key: privateKey, header: { alg: 'ES256', ...(name && { kid: name }) } })}`;
  const [old, recent] = [await tokenOf(first), await tokenOf(second)];
  await Promise.all([access.identify(old), access.identify(old)]);
  assert.equal(server.requests, 1);
  for (const name of ['a', 'b', 'c']) {
    await assertRefused(access, await tokenOf(first, name), 'PGRST301', /^No suitable key or wrong key type$/);
  }
  assert.equal(server.requests, 1);
  server.keys = [first.jwk, second.jwk];
  time += 31_000;
  assert.equal((await access.identify(recent)).role, 'alice');
  assert.equal(server.requests, 2);
  server.keys = [second.jwk];
  time += 301_000;
  assert.equal((await access.identify(old)).role, 'alice');
  while (server.requests === 2) await new Promise(setImmediate);
  // It is withdrawn once the answer is there.
  for (let isKnown = true; isKnown; ) {
    isKnown = await access.identify(old).then(
      () => true,
      () => false,
    );
  }
  await assertRefused(access, old, 'PGRST301', /^No suitable key/);
  assert.equal(server.requests, 3);
});

test('while the key set cannot be read, its known keys are used, and what cannot be judged is 503', async t => {
  const pair = await keyPair('ES256', 'ours');
  const server = await startKeyServer(t, [pair.jwk]);
  let time = 0;
  /** @type {string[]} */
  const logged = [];
  const log = (/** @type {unknown} */ error) => void logged.push(String(error));
  const access = openAccess({ ...NONE, jwks: server.url, now: () => time, log });
  const how = { key: pair.privateKey, header: { alg: 'ES256', kid: 'ours' } };
  const token = `Bearer ${await sign({ role: 'alice' }, how)}`;
  const unknown = `Bearer ${await sign({ role: 'alice' }, { ...how, header: { alg: 'ES256', kid: 'x' } })}`;
  for (const answer of [500, 302, '{', '{}', '{"keys":1}', ' '.repeat(1_100_000)]) {
    server.answer = answer;
    await assertRefused(access, token, 'PGRST300', /cannot be read now$/, 503);
    const { requests } = server;
    await assertRefused(access, token, 'PGRST300', /cannot be read now$/, 503);
    assert.equal(server.requests, requests);
    time += 6_000;
  }
  assert.equal(logged.length, 6);
  assert.match(logged[0], /^the keys at http:\S+\/keys cannot be read: the answer is 500$/);
  server.answer = 200;
  await access.prepare();
  assert.equal((await access.identify(token)).role, 'alice');
  server.answer = 500;
  time += 400_000;
  for (let round = 0; round < 3; round++) assert.equal((await access.identify(token)).role, 'alice');
  await assertRefused(access, unknown, 'PGRST300', /cannot be read now$/, 503);
  assert.equal((await access.identify(token)).role, 'alice');
});
