import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';

/** @param {string} url @param {Record<string, string>} [env] */
const read = (url, env = {}) => readDatabaseSettings(url, 'SLUICE_DATABASE', env);

test('an address says host, port, role, password and database', () => {
  const { host, port, user, password, database, uri } = read('postgres://ada:a%40b%2F@db.example.com:6543/crm');
  assert.deepEqual([host, port, user, password, database], ['db.example.com', 6543, 'ada', 'a@b/', 'crm']);
  assert.equal(uri, 'postgres://db.example.com:6543/crm');
  assert.equal(read('postgresql://ada@[::1]/crm').host, '::1');
  assert.equal(read('postgres:///crm?host=/run/postgresql').host, '/run/postgresql');
  assert.equal(read('postgres://%2Frun%2Fpostgresql/crm').uri, 'postgres://%2Frun%2Fpostgresql/crm');
});

test('an address may lack its host, as with libpq, and have what does not matter here', () => {
  for (const [address, expected] of /** @type {const} */ ([
    ['postgres://ada@/crm?host=/run/postgresql', ['/run/postgresql', 5432, 'ada', 'crm']],
    ['postgres://ada@:6543/crm', ['localhost', 6543, 'ada', 'crm']],
    ['postgresql://:6543', ['localhost', 6543, 'grace', 'grace']],
    ['postgres://ada:x@?dbname=crm&connect_timeout=10', ['localhost', 5432, 'ada', 'crm']],
  ])) {
    const { host, port, user, database } = read(address, { PGUSER: 'grace' });
    assert.deepEqual([host, port, user, database], expected, address);
  }
});

test('several hosts are refused', () => {
  for (const [address, env] of /** @type {const} */ ([
    ['postgres://ada:secret@one,two/crm', {}],
    ['postgres:///crm?host=one,two', {}],
    ['postgres:///crm', { PGHOST: 'one,two' }],
  ])) {
    assert.throws(() => read(address, env), {
      code: 'usage/database',
      message: 'the database has several hosts, "one,two"; name one of them',
    });
  }
});

test('missing parts of an address come from libpq’s environment', () => {
  const env = {
    PGHOST: 'db',
    PGPORT: '1',
    PGUSER: 'ada',
    PGDATABASE: 'crm',
    PGPASSWORD: 'x',
    PGPASSFILE: '/p',
    PGSSLROOTCERT: '/c',
  };
  const settings = read('postgres://', env);
  assert.deepEqual(settings, {
    ...{ host: 'db', port: 1, user: 'ada', database: 'crm', password: 'x', passwordFile: '/p', tls: 'verified' },
    ...{ rootCertificate: '/c', moreCertificates: null, applicationName: 'sluice', uri: 'postgres://db:1/crm' },
  });
  const { host, user, database } = read('postgres://grace@elsewhere', env);
  assert.deepEqual([host, user, database], ['elsewhere', 'grace', 'crm']);
  const bare = read('postgres:///?user=grace', { HOME: '/home/grace' });
  assert.deepEqual(
    [bare.host, bare.port, bare.database, bare.passwordFile],
    ['localhost', 5432, 'grace', '/home/grace/.pgpass'],
  );
});

test('TLS is verified for anything but this machine, unless it is turned off', () => {
  for (const [address, mode] of /** @type {const} */ ([
    ['postgres://localhost', 'none'],
    ['postgres://127.0.0.1', 'none'],
    ['postgres://[::1]', 'none'],
    ['postgres:///x?host=/tmp', 'none'],
    ['postgres://localhost?sslmode=require', 'verified'],
    ['postgres://db', 'verified'],
    ['postgres://127.example.com', 'verified'],
    ['postgres://db?sslmode=prefer', 'verified'],
    ['postgres://db?sslmode=require', 'verified'],
    ['postgres://db?sslmode=disable', 'none'],
    ['postgres://db?sslmode=no-verify', 'unverified'],
  ])) {
    assert.equal(read(address).tls, mode, address);
  }
  assert.equal(read('postgres://db', { PGSSLMODE: 'disable' }).tls, 'none');
  const environment = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' };
  assert.equal(read('postgres:///x?host=/tmp', environment).tls, 'none', 'a Unix socket has no TLS');
});

test('a wrong address is refused without its value', () => {
  for (const url of [
    'secret',
    'http://ada:secret@db',
    'postgres://ada:secret@db:port/x',
    'postgres://a:secret@one:1,two:2/x',
  ]) {
    assert.throws(
      () => read(url),
      ({ code, message }) => code === 'usage/database' && !message.includes('secret'),
    );
  }
  for (const [url, message] of /** @type {const} */ ([
    ['postgres://db?colour=red', /the parameter "colour"; known are host, port/],
    ['postgres://db?sslmode=maybe', /sslmode is "maybe"/],
    ['postgres://db?port=x', /port is "x"/],
  ])) {
    assert.throws(() => read(url), { code: 'usage/database', message });
  }
});

test('sslrootcert=system means verify-full for every host, as in libpq, and nothing weaker', () => {
  for (const url of [
    'postgres://localhost/x?sslrootcert=system',
    'postgres://db/x?sslrootcert=system&sslmode=verify-full',
  ]) {
    const { tls, rootCertificate } = read(url);
    assert.deepEqual([tls, rootCertificate], ['verified', 'system']);
  }
  for (const mode of ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'maybe']) {
    assert.throws(() => read(`postgres://db/x?sslrootcert=system&sslmode=${mode}`), {
      code: 'usage/database',
      message: new RegExp(`goes with sslmode=verify-full, and not with "${mode}"`),
    });
  }
});

test('a password whose characters are not escaped is no database and no parameter', () => {
  for (const url of ['postgres://a:12#secret@h/d', 'postgres://a:12?secret@h/d', 'postgres://a:12/secret@h/d']) {
    assert.throws(
      () => read(url),
      error => {
        const { code, message } = /** @type {any} */ (error);
        assert.equal(code, 'usage/database');
        assert.match(message, /write %23 for "#"/);
        assert.doesNotMatch(message, /secret/);
        return true;
      },
    );
  }
  assert.equal(read('postgres://a:12%23%2F%3F%40@h/d%40e').password, '12#/?@');
  assert.equal(read('postgres://a@h/d%40e').database, 'd@e');
});
