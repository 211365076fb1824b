import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inspect } from 'node:util';
import { DatabaseAccess } from '../../src/lambda/database-access.js';
import { connected, freshDatabase, startServer } from '../destination/database/fixture.js';
import { settings, startCloud, zipOf } from '../support/cloud.js';
import { refusal, SECRET_ARN, startSecrets } from '../support/secrets-server.js';
import { load, WITH_TABLE } from './begin-load.js';

/** @import { TestContext } from 'node:test' */

const RECIPE = JSON.stringify({ entries: [{ match: '*.csv', csv: { table: 'public.people' } }] });
const OLD = 'Tr0ub4dor&3/@:';
const NEW = 'correct horse battery';
const NO_TOKEN = () => assert.fail('a token was asked for');

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(
  async () => {
    server = await startServer();
  },
  { timeout: 120_000 },
);
after(() => server.stop());

/**
 * A database that a role of its own owns.
 *
 * @param {TestContext} t
 */
async function ownDatabase(t) {
  const database = await freshDatabase(t, server.url);
  const { hostname, port, pathname } = new URL(database.url);
  const name = pathname.slice(1);
  const role = `r${name}`;
  await database.query(`CREATE ROLE ${role} LOGIN PASSWORD '${OLD}'`);
  await database.query(`ALTER DATABASE ${name} OWNER TO ${role}`);
  await database.query(`GRANT CREATE ON SCHEMA public TO ${role}`);
  t.after(() => dropRoles(role));
  /** @param {string} password */
  const secretWith = password =>
    JSON.stringify({ ...{ host: hostname, port, dbname: name }, username: role, password });
  return { ...database, role, name, address: `postgres://${hostname}:${port}/${name}`, secretWith };
}

/**
 * After their database.
 *
 * @param {...string} roles
 */
async function dropRoles(...roles) {
  const client = await connected(server.url);
  await client.query(`DROP ROLE ${roles}`);
  await client.end();
}

test('without a table nothing is read, and without a database there is none', async t => {
  const { secrets, requests } = await startSecrets(t);
  const access = new DatabaseAccess(settings({ SLUICE_DATABASE_SECRET: SECRET_ARN }), { secrets, token: NO_TOKEN });
  assert.equal(await access.open({ needsDatabase: false }), null);
  assert.equal(await new DatabaseAccess(settings(), { secrets, token: NO_TOKEN }).open(WITH_TABLE), null);
  assert.deepEqual(requests, []);
});

test('a secret is read once, and again when the server refuses its password', async t => {
  const { secrets, answerWith, requests } = await startSecrets(t);
  const { query, role, secretWith } = await ownDatabase(t);
  let current = OLD;
  answerWith(() => ({ SecretString: secretWith(current) }));
  const access = new DatabaseAccess(settings({ SLUICE_DATABASE_SECRET: SECRET_ARN }), { secrets, token: NO_TOKEN });
  await load(access, 'v1');
  await load(access, 'v2');
  assert.equal(requests.length, 1);
  await query(`ALTER ROLE ${role} PASSWORD '${NEW}'`);
  // The server has the new password before the secret does.
  await assert.rejects(load(access, 'v3'), { code: 'database/login-refused' });
  assert.equal(requests.length, 2);
  current = NEW;
  await load(access, 'v3');
  await load(access, 'v4');
  assert.equal(requests.length, 3);
  answerWith(refusal('AccessDeniedException', 'no'));
  await query(`ALTER ROLE ${role} PASSWORD '${OLD}'`);
  await assert.rejects(load(access, 'v5'), { code: 'storage/access-denied', message: /SECRET|secret/ });
  answerWith(() => ({ SecretString: secretWith(OLD) }));
  await load(access, 'v5');
});

test('a role that was changed with its password counts too', async t => {
  const { secrets, answerWith } = await startSecrets(t);
  const { query, role, secretWith, name } = await ownDatabase(t);
  answerWith(() => ({ SecretString: secretWith(OLD) }));
  const access = new DatabaseAccess(settings({ SLUICE_DATABASE_SECRET: SECRET_ARN }), { secrets, token: NO_TOKEN });
  await load(access, 'v1');
  await query(`CREATE ROLE ${role}_clone LOGIN PASSWORD '${NEW}' IN ROLE ${role}`);
  t.after(() => dropRoles(`${role}_clone`));
  await query(`ALTER ROLE ${role} NOLOGIN`);
  answerWith(() => ({ SecretString: secretWith(NEW).replace(role, `${role}_clone`) }));
  assert.match(String(await load(access, 'v2')), new RegExp(`/${name}/public.people$`));
});

test('an address beside the secret says what the secret does not, and goes before it', async t => {
  const { secrets, answerWith } = await startSecrets(t);
  const { address, role, name, secretWith } = await ownDatabase(t);
  /** @param {string} [SLUICE_DATABASE] */
  const accessTo = (SLUICE_DATABASE = '') =>
    new DatabaseAccess(settings({ SLUICE_DATABASE, SLUICE_DATABASE_SECRET: SECRET_ARN }), { secrets, token: NO_TOKEN });
  const managed = JSON.stringify({ username: role, password: OLD });
  answerWith(() => ({ SecretString: managed }));
  const uri = `${address}/public.people`;
  assert.equal(await load(accessTo(address), 'v1'), uri);
  await assert.rejects(load(accessTo(), 'v1'), { code: 'usage/database-secret', message: /has no host/ });
  answerWith(() => ({ SecretString: secretWith(OLD).replace(name, 'elsewhere').replace('"port"', '"portal"') }));
  assert.equal(await load(accessTo(address), 'v1'), uri);
  const whole = Buffer.from(address.replace('//', `//${role}:${encodeURIComponent(OLD)}@`));
  answerWith(() => ({ SecretBinary: whole.toString('base64') }));
  assert.equal(await load(accessTo(), 'v1'), uri);
});

test('the function loads a table with the secret, and its password is in no log and no object', async t => {
  const [cloud, secrets] = await Promise.all([startCloud(), startSecrets(t)]);
  t.after(() => cloud.close());
  const { query, role, secretWith } = await ownDatabase(t);
  const variables = { SLUICE_DATABASE_SECRET: SECRET_ARN, SLUICE_RECIPE: RECIPE };
  const { deliver, lines, raw } = cloud.deploy(variables, { secrets: secrets.secrets });
  secrets.answerWith(() => ({ SecretString: secretWith(OLD) }));
  /** @param {string} key */
  const send = async key => deliver(await cloud.upload('sluice-in', key, await zipOf({ 'a.csv': `name\n${key}\n` })));
  await send('one.zip');
  await query(`ALTER ROLE ${role} PASSWORD '${NEW}'`);
  const refused = await send('two.zip').catch(error => error);
  secrets.answerWith(() => ({ SecretString: secretWith(NEW) }));
  await send('two.zip');
  secrets.answerWith(() => ({ SecretString: `{"password": "${NEW}"` }));
  const another = cloud.deploy(variables, { secrets: secrets.secrets });
  const wrong = await another
    .deliver(await cloud.upload('sluice-in', 'three.zip', await zipOf({ 'a.csv': 'name\nx\n' })))
    .catch(error => error);
  assert.deepEqual(
    [...lines, ...another.lines].map(line => line.errorCode ?? line.status),
    ['complete', 'database/login-refused', 'complete', 'usage/database-secret'],
  );
  assert.deepEqual(await query('SELECT name FROM people ORDER BY 1'), [{ name: 'one.zip' }, { name: 'two.zip' }]);
  const objects = await Promise.all(
    (await cloud.keys('sluice-out', '')).map(key => cloud.read('sluice-out', `${key}`)),
  );
  const said = [...raw, ...another.raw, ...objects, inspect([refused, wrong], { depth: 9, showHidden: true })].join(
    '\n',
  );
  assert.match(said, /public\.people/);
  for (const password of [OLD, NEW, encodeURIComponent(OLD), encodeURIComponent(NEW)])
    assert.ok(!said.includes(password));
});
