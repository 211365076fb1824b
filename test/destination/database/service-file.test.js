import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';

/** @import { TestContext } from 'node:test' */

/** @param {TestContext} t @param {Record<string, string>} files */
async function folderWith(t, files) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-service-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** @param {string} url @param {Record<string, string>} env */
const read = (url, env) => readDatabaseSettings(url, '--database', env);

const FILE = `# Ours
[other]
host=elsewhere

[crm]
  host=db.example.com
port=6543
user=ada
host=ignored
password=a=b
dbname=customers
sslrootcert=/certificates.pem
application_name=loader
connect_timeout=10
[next]
user=grace
`;

test('a service has the parts of an address: the address goes before it, and the environment comes after it', async t => {
  const home = await folderWith(t, { '.pg_service.conf': FILE });
  const env = { HOME: home, PGHOST: 'localhost', PGUSER: 'nobody', PGPASSWORD: 'y' };
  for (const [url, service] of /** @type {const} */ ([
    ['postgres://?service=crm', {}],
    ['postgres://', { PGSERVICE: 'crm' }],
    ['postgres://?service=crm', { PGSERVICE: 'next' }],
  ])) {
    const { uri, user, password, tls, rootCertificate, applicationName } = read(url, { ...env, ...service });
    assert.equal(uri, 'postgres://db.example.com:6543/customers');
    assert.deepEqual([user, password, tls], ['ada', 'a=b', 'verified']);
    assert.deepEqual([rootCertificate, applicationName], ['/certificates.pem', 'loader']);
  }
  const { uri, user } = read('postgres://lin@host:1/other?service=crm', env);
  assert.deepEqual([uri, user], ['postgres://host:1/other', 'lin']);
  const next = read('postgres:///crm?service=next', env);
  assert.deepEqual([next.uri, next.user, next.password], ['postgres://localhost/crm', 'grace', 'y']);
});

test('a service is looked for in the file that is named, and then in the system’s', async t => {
  const folder = await folderWith(t, {
    own: '[a]\nhost=own',
    'system/pg_service.conf': '[a]\nhost=x\n[b]\nhost=system',
  });
  const env = { HOME: '/nowhere', PGSERVICEFILE: join(folder, 'own'), PGSYSCONFDIR: join(folder, 'system') };
  assert.equal(read('postgres://?service=a', env).host, 'own');
  assert.equal(read('postgres://?service=b', env).host, 'system');
  assert.equal(read('postgres://?service=b', { PGSYSCONFDIR: join(folder, 'system') }).host, 'system');
});

test('usage/database: a service that is missing or has a wrong line; the message quotes no line', async t => {
  const text = '[a]\nsecret\n[b]\noptions=secret\n[c]\nservice=secret\n[d]\nport=x\n[e';
  const home = await folderWith(t, { '.pg_service.conf': text });
  for (const [name, problem] of /** @type {const} */ ([
    ['none', /the service "none" is not in .*\.pg_service\.conf, nor in the pg_service\.conf of PGSYSCONFDIR/],
    ['e', /the service "e" is not in/],
    ['a', /the service "a" has a line that is not like name=value/],
    ['b', /the service "b" has the parameter "options"; known are host, port/],
    ['c', /the service "c" has a line that is not like name=value/],
    ['d', /port is "x"/],
  ])) {
    assert.throws(
      () => read(`postgres://?service=${name}`, { HOME: home }),
      error => {
        const { code, message } = /** @type {any} */ (error);
        assert.equal(code, 'usage/database');
        assert.match(message, problem);
        assert.doesNotMatch(message, /secret/);
        return true;
      },
    );
  }
  assert.throws(() => read('postgres://?service=a', {}), {
    code: 'usage/database',
    message: /is not in PGSERVICEFILE/,
  });
});
