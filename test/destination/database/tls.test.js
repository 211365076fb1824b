import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import dns from 'node:dns';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readAddress } from '../../../src/destination/database/address.js';
import { connect } from '../../../src/destination/database/connect.js';
import { settingsInFunction } from '../../../src/lambda/database-config.js';
import { RDS_HOST, startTlsServer, WITH_OPENSSL } from './tls-server.js';

const run = promisify(execFile);

describe('a connection with TLS', WITH_OPENSSL, () => {
  /** @type {Awaited<ReturnType<typeof startTlsServer>>} */
  let server;
  before(async () => {
    server = await startTlsServer();
    await copyFile(server.certPath, join(server.folder, 'ca-cert.pem'));
  });
  after(() => server?.stop());

  /**
   * @param {string} host
   * @param {string} parameters
   * @param {Record<string, string>} [env]
   */
  async function isEncrypted(host, parameters, env = {}) {
    const url = new URL(server.url);
    url.hostname = host;
    url.search = parameters;
    const connection = await connect(settingsInFunction(readAddress(url.href, 'it'), env));
    const [{ ssl }] = await connection.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await connection.close();
    return ssl;
  }
  const unverified = { code: 'database/certificate', message: /sslrootcert=FILE/ };

  it('needs a certificate that is trusted and has the host’s name', async () => {
    await assert.rejects(isEncrypted('127.0.0.1', 'sslmode=require'), unverified);
    const trusted = `sslmode=require&sslrootcert=${server.certPath}`;
    assert.equal(await isEncrypted('127.0.0.1', trusted), true);
    await assert.rejects(isEncrypted('localhost', trusted), unverified);
    assert.equal(await isEncrypted('127.0.0.1', 'sslmode=no-verify'), true);
    assert.equal(await isEncrypted('127.0.0.1', ''), false);
    await assert.rejects(isEncrypted('127.0.0.1', 'sslmode=require&sslrootcert=/missing'), {
      code: 'storage/not-found',
      message: /sslrootcert/,
    });
  });

  it('may be verified by what this machine trusts', async () => {
    await assert.rejects(isEncrypted('127.0.0.1', 'sslrootcert=system'), unverified);
    // Node reads the machine's certificates once.
    const program = `
      const { connect } = await import(${JSON.stringify(import.meta.resolve('../../../src/destination/database/connect.js'))});
      const { readDatabaseSettings } = await import(${JSON.stringify(import.meta.resolve('../../../src/destination/database/settings.js'))});
      const connection = await connect(readDatabaseSettings(process.env.URL, 'it', {}));
      console.log((await connection.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'))[0].ssl);
      await connection.close();`;
    const env = { ...process.env, SSL_CERT_FILE: server.certPath, URL: `${server.url}?sslrootcert=system` };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env });
    assert.equal(stdout, 'true\n');
  });

  it('to RDS trusts what Lambda’s runtime trusts for it, and no other host gains by that', async t => {
    const { lookup } = dns;
    t.mock.method(dns, 'lookup', (/** @type {string} */ _name, /** @type {[any, any]} */ ...rest) =>
      lookup('127.0.0.1', ...rest),
    );
    const inLambda = { LAMBDA_RUNTIME_DIR: server.folder };
    assert.equal(await isEncrypted(RDS_HOST, '', inLambda), true);
    await assert.rejects(isEncrypted(RDS_HOST.replace('db.', 'other.'), '', inLambda), unverified);
    await assert.rejects(isEncrypted('db.example.com', '', inLambda), unverified);
    await assert.rejects(isEncrypted(RDS_HOST, '', {}), unverified);
    await assert.rejects(isEncrypted(RDS_HOST, '', { LAMBDA_RUNTIME_DIR: '/missing' }), unverified);
    // A file that is named counts alone.
    assert.equal(await isEncrypted(RDS_HOST, `sslrootcert=${server.certPath}`, inLambda), true);
  });
});
