import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { DatabaseAccess, tokenFactory } from '../../src/lambda/database-access.js';
import { freshDatabase } from '../destination/database/fixture.js';
import { startTlsServer, WITH_OPENSSL } from '../destination/database/tls-server.js';
import { settings } from '../support/cloud.js';
import { startSecrets } from '../support/secrets-server.js';
import { load } from './begin-load.js';

describe('a database that IAM logs in to', WITH_OPENSSL, () => {
  /** @type {Awaited<ReturnType<typeof startTlsServer>>} */
  let tls;
  before(async () => {
    tls = await startTlsServer();
  });
  after(() => tls?.stop());

  it('gets another token for each connection, with TLS', async t => {
    const { url, query } = await freshDatabase(t, tls.url);
    await query('CREATE ROLE iam LOGIN SUPERUSER');
    const before = { ...process.env };
    t.after(() => {
      process.env = before;
    });
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'key' });
    const { port, pathname } = new URL(url);
    const address = `postgres://iam@127.0.0.1:${port}${pathname}?sslmode=require&sslrootcert=${tls.certPath}`;
    const config = settings({ SLUICE_DATABASE: address, SLUICE_DATABASE_IAM: 'true', AWS_REGION: 'eu-central-1' });
    /** @type {string[]} */
    const tokens = [];
    const makeToken = tokenFactory();
    /** @type {import('../../src/lambda/database-access.js').TokenFactory} */
    const token = async login => {
      const made = await makeToken(login);
      tokens.push(made);
      // RDS checks the signature. This server knows passwords only.
      await query(`ALTER ROLE iam PASSWORD '${made}'`);
      return made;
    };
    const { secrets } = await startSecrets(t);
    const access = new DatabaseAccess(config, { secrets, token });
    await load(access, 'v1');
    await load(access, 'v2');
    assert.equal(tokens.length, 2);
    for (const made of tokens) assertSigned(made, { host: `127.0.0.1:${port}`, region: 'eu-central-1' });
    const refused = new DatabaseAccess(config, { secrets, token: async () => 'none' });
    await assert.rejects(load(refused, 'v3'), { code: 'database/login-refused' });
    const without = Object.assign(new Error('no credentials'), { name: 'CredentialsProviderError' });
    const lost = new DatabaseAccess(config, { secrets, token: () => Promise.reject(without) });
    await assert.rejects(load(lost, 'v3'), { code: 'storage/no-credentials' });
  });
});

/**
 * Signs again by the specification, and compares.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 *
 * @param {string} token
 * @param {{ host: string, region: string }} expected
 */
function assertSigned(token, { host, region }) {
  const { host: given, pathname, searchParams } = new URL(`https://${token}`);
  assert.deepEqual([given, pathname], [host, '/']);
  const { 'X-Amz-Signature': signature, ...signed } = Object.fromEntries(searchParams);
  const { 'X-Amz-Date': date, 'X-Amz-Expires': expires, Action, DBUser } = signed;
  assert.deepEqual([Action, DBUser, expires], ['connect', 'iam', '900']);
  const scope = [date.slice(0, 8), region, 'rds-db', 'aws4_request'];
  const query = Object.entries(signed).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const hash = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
  const request = ['GET', '/', query.sort().join('&'), `host:${host}`, '', 'host', hash('')].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash(request)].join('\n');
  const sign = (/** @type {string | Buffer} */ key, /** @type {string} */ text) =>
    createHmac('sha256', key).update(text).digest();
  assert.equal(signature, sign(scope.reduce(sign, /** @type {string | Buffer} */ ('AWS4key')), toSign).toString('hex'));
}
