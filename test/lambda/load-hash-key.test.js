import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { StorageError } from '../../src/errors.js';
import { loadHashKey } from '../../src/lambda/load-hash-key.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { failure, put, settings, startCloud, zipOf } from '../support/cloud.js';
import { refusal, SECRET_ARN, startSecrets } from '../support/secrets-server.js';

/** @import { TestContext } from 'node:test' */

const HASHING = await compileRecipe({ entries: [{ match: 'hashed/*.csv', csv: { hash: ['email'] } }] });
const PLAIN = await compileRecipe();
const CONFIG = settings({ SLUICE_HASH_SECRET: SECRET_ARN });
const KEY = 'Tr0ub4dor-and-3';

test('the key is the first line of the secret, as text or as bytes', async t => {
  const { secrets, answerWith, requests } = await startSecrets(t);
  for (const answer of [
    { SecretString: KEY },
    { SecretString: `\uFEFF${KEY}\r\nanother line\n` },
    { SecretBinary: Buffer.from(`${KEY}\nanother line`).toString('base64') },
  ]) {
    answerWith(() => answer);
    assert.deepEqual(await loadHashKey(CONFIG, HASHING, secrets), Buffer.from(KEY));
  }
  assert.deepEqual(requests[0], {
    target: 'secretsmanager.GetSecretValue',
    region: 'eu-central-1',
    body: { SecretId: SECRET_ARN },
  });
});

test('a recipe without hashes reads no secret', async () => {
  const secrets = () => assert.fail('a client was made');
  assert.equal(await loadHashKey(CONFIG, PLAIN, secrets), null);
  assert.equal(await loadHashKey(settings(), PLAIN, secrets), null);
});

test('recipe/missing-secret: no secret is set, or its first line is empty', async t => {
  const { secrets, answerWith } = await startSecrets(t);
  await assert.rejects(loadHashKey(settings(), HASHING, secrets), { code: 'recipe/missing-secret' });
  for (const answer of [{ SecretString: '' }, { SecretString: `\n${KEY}` }, { SecretBinary: '' }, {}]) {
    answerWith(() => answer);
    const error = await failure(loadHashKey(CONFIG, HASHING, secrets));
    assert.equal(error.code, 'recipe/missing-secret');
    assert.equal(error.message, `the first line of the secret ${SECRET_ARN} is empty; it has to be the key`);
  }
});

test('recipe/missing-secret: the secret is pairs of keys and values', async t => {
  const { secrets, answerWith } = await startSecrets(t);
  for (const SecretString of [
    JSON.stringify({ key: KEY }),
    JSON.stringify({ key: KEY }, null, 2),
    ` { "key": "${KEY}" }`,
  ]) {
    answerWith(() => ({ SecretString }));
    const error = await failure(loadHashKey(CONFIG, HASHING, secrets));
    assert.equal(error.code, 'recipe/missing-secret');
    assert.match(error.message, /store the key itself, as plaintext$/);
    assert.ok(!error.message.includes(KEY));
  }
});

for (const [name, code, advice] of /** @type {const} */ ([
  ['AccessDeniedException', 'storage/access-denied', /allow secretsmanager:GetSecretValue on it, and kms:Decrypt /],
  ['DecryptionFailure', 'storage/access-denied', /kms:Decrypt/],
  ['ResourceNotFoundException', 'storage/not-found', /check SLUICE_HASH_SECRET/],
  ['InvalidRequestException', 'storage/not-found', /restore it/],
  ['UnrecognizedClientException', 'storage/no-credentials', /credentials/],
  ['ThrottlingException', 'storage/unavailable', /try again later/],
  ['SomethingNew', 'storage/failed', /SomethingNew/],
])) {
  test(`${code}: ${name}: the platform delivers again, and the message says what to do`, async t => {
    const { secrets, answerWith } = await startSecrets(t);
    answerWith(refusal(name, 'what AWS says'));
    const error = await failure(loadHashKey(CONFIG, HASHING, secrets));
    assert.ok(error instanceof StorageError && error.retryable);
    assert.equal(error.code, code);
    assert.ok(error.message.startsWith(`cannot read the secret ${SECRET_ARN}: `));
    assert.match(error.message, advice);
    assert.match(error.message, /what AWS says/);
  });
}

test('storage/unavailable: a server error is tried again before it is thrown', async t => {
  const { secrets, answerWith, requests } = await startSecrets(t);
  answerWith(refusal('InternalServiceError', 'what AWS says', 500));
  assert.equal((await failure(loadHashKey(CONFIG, HASHING, secrets))).code, 'storage/unavailable');
  assert.equal(requests.length, 2);
  answerWith(count => (count === 3 ? { status: 503 } : { SecretString: KEY }));
  assert.deepEqual(await loadHashKey(CONFIG, HASHING, secrets), Buffer.from(KEY));
});

test('storage/access-denied: a refusal in another format than Secrets Manager’s', async t => {
  const { secrets, answerWith } = await startSecrets(t);
  answerWith(() => ({ status: 403, raw: '<?xml version="1.0"?><Error/>' }));
  assert.equal((await failure(loadHashKey(CONFIG, HASHING, secrets))).code, 'storage/access-denied');
});

test('storage/unreachable: nothing answers', async t => {
  const { secrets, close } = await startSecrets(t);
  await close();
  assert.equal((await failure(loadHashKey(CONFIG, HASHING, secrets))).code, 'storage/unreachable');
});

test('storage/unavailable: a damaged answer, and no error has any of the secret', async t => {
  const { secrets, answerWith } = await startSecrets(t);
  for (const raw of [`{"SecretString":"${KEY}`, `{"SecretString":${KEY}}`, `${KEY}`, `["${KEY}"`]) {
    answerWith(() => ({ raw }));
    const error = await failure(loadHashKey(CONFIG, HASHING, secrets));
    assert.equal(error.code, 'storage/unavailable');
    assert.ok(!inspect(error, { showHidden: true, depth: 10 }).includes(KEY.slice(0, 5)), raw);
  }
});

test('the function reads the secret once, before it looks at an archive, and hands the key on', async t => {
  const { deliver, cloud, secrets, lines } = await deployed(t);
  secrets.answerWith(refusal('AccessDeniedException', 'no'));
  assert.equal((await failure(deliver(put('sluice-in', 'missing.zip')))).code, 'storage/access-denied');
  assert.deepEqual(lines, []);
  secrets.answerWith(() => ({ SecretString: KEY }));
  for (const name of ['one.zip', 'two.zip']) {
    await deliver(await cloud.upload('sluice-in', name, await zipOf({ 'a.txt': 'a' })));
  }
  assert.equal(secrets.requests.length, 2);
  assert.deepEqual(
    lines.map(({ outcome, status }) => [outcome, status]),
    [
      ['processed', 'complete'],
      ['processed', 'complete'],
    ],
  );
  assert.ok(!JSON.stringify(lines).includes(KEY));
  assert.ok(!(await cloud.read('sluice-out', 'one/_manifest.json'))?.includes(KEY));
});

test('recipe/missing-secret: the function fails before it looks at an archive', async t => {
  const { deliver, lines } = await deployed(t, { SLUICE_HASH_SECRET: '' });
  assert.equal((await failure(deliver(put('sluice-in', 'missing.zip')))).code, 'recipe/missing-secret');
  assert.deepEqual(lines, []);
});

/**
 * @param {TestContext} t
 * @param {Record<string, string>} [env]
 */
async function deployed(t, env) {
  const [cloud, secrets] = await Promise.all([startCloud(), startSecrets(t)]);
  t.after(() => cloud.close());
  const recipe = { entries: [{ match: 'hashed/*.csv', csv: { hash: ['email'] } }] };
  const variables = { SLUICE_RECIPE: JSON.stringify(recipe), SLUICE_HASH_SECRET: SECRET_ARN, ...env };
  return { cloud, secrets, ...cloud.deploy(variables, { secrets: secrets.secrets }) };
}
