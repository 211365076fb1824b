import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startServer as startDatabase } from '../destination/database/fixture.js';
import { accessDatabase } from '../serve/access/access-fixture.js';
import { sign } from '../serve/access/tokens.js';
import { folderOf, runCli } from '../support/run-cli.js';
import { serveCli } from './serve-cli.js';

/** @type {Awaited<ReturnType<typeof startDatabase>>} */
let server;
before(async () => {
  server = await startDatabase();
});
after(() => server.stop());

test('says where it listens and what it serves, answers, and ends at SIGTERM with 0', { timeout: 120_000 }, async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const service = await serveCli(t, ['--schema', 'api', '--anonymous-role', roles.web, '--port', '0'], {
    SLUICE_DATABASE: loginUrl,
  });
  const { hostname, port, pathname } = new URL(loginUrl);
  assert.equal(
    service.line.replace(service.url, 'URL'),
    `URL serves schema api of postgres://${hostname}:${port}${pathname}; requests without a token are read as ${roles.web}, tokens are refused`,
  );
  assert.deepEqual(await (await fetch(`${service.url}/documents?select=id&limit=1`)).json(), [{ id: 4 }]);
  const { code, stdout, stderr } = await service.stop('SIGTERM');
  assert.deepEqual(
    [code, stderr],
    [0, 'sluice: stopping; answers under way are completed (a second signal ends them)\n'],
  );
  assert.ok(!stdout.includes(new URL(loginUrl).password));
});

test('an answer that is under way at the signal is completed, and no other one begins', {
  timeout: 120_000,
}, async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const options = ['--schema', 'api', '--anonymous-role', roles.web, '--port', '0'];
  const service = await serveCli(t, options, { SLUICE_DATABASE: loginUrl });
  const answer = await fetch(`${service.url}/many?select=n,text&limit=100000`);
  const stopped = service.stop('SIGINT');
  await service.untilStopping();
  await assert.rejects(fetch(`${service.url}/health`));
  assert.equal(/** @type {object[]} */ (await answer.json()).length, 100_000);
  assert.equal((await stopped).code, 0);
});

test('a secret file and an audience decide about tokens', { timeout: 120_000 }, async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const secret = 'a secret that is long enough for everything';
  const folder = await folderOf(t, { secret: Buffer.from(`${secret}\n`) });
  const options = ['--jwt-secret-file', join(folder, 'secret'), '--audience', 'rows', '--schema', 'api', '--port', '0'];
  const service = await serveCli(t, options, { SLUICE_DATABASE: loginUrl });
  assert.match(service.line, /; requests without a token are refused, tokens are checked with the secret$/);
  const statusFor = async (/** @type {import('jose').JWTPayload} */ claims) => {
    const authorization = `Bearer ${await sign(claims, { key: Buffer.from(secret) })}`;
    return (await fetch(`${service.url}/documents`, { headers: { authorization } })).status;
  };
  assert.equal(await statusFor({ role: roles.member, aud: 'rows' }), 200);
  assert.equal(await statusFor({ role: roles.member }), 401);
  assert.equal((await fetch(`${service.url}/documents`)).status, 401);
  const { stdout, stderr } = await service.stop('SIGTERM');
  assert.ok(!`${stdout}${stderr}`.includes(secret));
});

test('the secret can be in SLUICE_JWT_SECRET', { timeout: 120_000 }, async t => {
  const { loginUrl } = await accessDatabase(t, server.url);
  const env = { SLUICE_DATABASE: loginUrl, SLUICE_JWT_SECRET: 'x'.repeat(32) };
  const service = await serveCli(t, ['--schema', 'api', '--port', '0'], env);
  assert.match(service.line, /tokens are checked with the secret$/);
});

test('a role whom nothing is hidden from is warned of', { timeout: 120_000 }, async t => {
  const service = await serveCli(t, ['--anonymous-role', new URL(server.url).username, '--port', '0'], {
    SLUICE_DATABASE: server.url,
  });
  const { stderr } = await service.stop('SIGTERM');
  assert.match(
    stderr,
    /^sluice: warning: the anonymous role "\w+" is not held by row-level security, or is a superuser: /,
  );
});

test('what is wrong is one line with its code, and no password', { timeout: 300_000 }, async t => {
  const { loginUrl, roles } = await accessDatabase(t, server.url);
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  t.after(() => taken.close());
  const port = String(/** @type {import('node:net').AddressInfo} */ (taken.address()).port);
  const elsewhere = new URL(loginUrl);
  elsewhere.port = port;
  taken.on('connection', socket => socket.destroy());
  const wrongPassword = new URL(loginUrl);
  wrongPassword.password = 'wrong-password';
  const nowhere = new URL(loginUrl);
  nowhere.pathname = 'nowhere';
  const as = ['--anonymous-role', roles.web];
  for (const [args, env, code, message] of /** @type {[string[], Record<string, string>, number, RegExp][]} */ ([
    [as, { SLUICE_DATABASE: '' }, 2, /^usage\/no-database: there is no database to serve; /],
    [[...as, '--database', loginUrl], {}, 2, /^usage\/database: --database has a password/],
    [['--port', '0'], {}, 2, /^usage\/no-access: nobody could read anything: name the role /],
    [['--audience', 'x', ...as], {}, 2, /^usage\/command-line: --audience is for tokens/],
    [
      ['--jwks', 'https://issuer.example'],
      { SLUICE_JWT_SECRET: 'x'.repeat(32) },
      2,
      /^usage\/command-line: tokens are checked by SLUICE_JWT_SECRET or/,
    ],
    [as, { SLUICE_JWT_SECRET: 'short-secret' }, 2, /^usage\/jwt-secret: the secret in SLUICE_JWT_SECRET has 12 bytes/],
    [[...as, '--schema', 'no\u001bsuch'], {}, 2, /^usage\/schema: the database has no schema "no\\u\{1b\}such"; /],
    [['--anonymous-role', 'nobody'], {}, 2, /^usage\/role: the anonymous role "nobody" does not exist; create it/],
    [['--anonymous-role', 'none'], {}, 2, /^usage\/role: the anonymous role "none" cannot be the name of a role$/],
    [
      ['--anonymous-role', roles.stranger],
      {},
      2,
      /^usage\/role: the role "login_\w+" may not become the anonymous role "stranger_/,
    ],
    [
      [...as, '--schema', 'api', '--port', port],
      {},
      2,
      /^usage\/port: cannot listen on 127\.0\.0\.1, port \d+: another program uses it/,
    ],
    [
      [...as, '--schema', 'api', '--port', '0', '--host', '192.0.2.1'],
      {},
      2,
      /^usage\/port: cannot listen on 192\.0\.2\.1, port 0: this machine does not have/,
    ],
    [
      as,
      { SLUICE_DATABASE: elsewhere.href },
      1,
      /^database\/unreachable: cannot connect to postgres:\/\/127\.0\.0\.1:/,
    ],
    [as, { SLUICE_DATABASE: wrongPassword.href }, 1, /^database\/login-refused: cannot connect to /],
    [as, { SLUICE_DATABASE: nowhere.href }, 1, /^database\/no-such-database: cannot connect to /],
  ])) {
    const base = { ...process.env, SLUICE_DATABASE: loginUrl, ...env };
    const given = args.includes('--schema') || args.includes('--port') ? args : [...args, '--schema', 'api'];
    const result = await runCli(['serve', ...given], { env: base });
    assert.match(result.stderr, /^sluice: [^\n]+\n$/);
    assert.match(result.stderr.slice('sluice: '.length, -1), message);
    assert.deepEqual([result.code, result.stdout], [code, ''], result.stderr);
    for (const secret of [new URL(loginUrl).password, 'wrong-password', 'short-secret']) {
      assert.ok(!result.stderr.includes(secret), result.stderr);
    }
  }
});
