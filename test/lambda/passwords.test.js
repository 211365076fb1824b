import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { Passwords } from '../../src/lambda/passwords.js';
import { batch, settings, startCloud } from '../support/cloud.js';
import { encrypted } from '../support/encrypt.js';
import { refusal, SECRET_ARN, startSecrets } from '../support/secrets-server.js';
import { writeZip } from '../support/zip-writer.js';
import { manualDeadline } from './manual-deadline.js';

/** @import { TestContext } from 'node:test' */

const { deadline, pause } = manualDeadline();
const CONFIG = settings({ SLUICE_PASSWORD_SECRET: SECRET_ARN });
const OLD = 'Tr0ub4dor-and-3';
const NEW = 'correct-horse-battery';

test('the secret is one password, or an object in which the first glob that matches the key decides', async t => {
  const { secrets, answerWith } = await startSecrets(t);
  for (const [SecretString, key, expected] of /** @type {const} */ ([
    [`${OLD}\r\nanother line`, 'in/x.zip', OLD],
    [JSON.stringify({ 'in/a/**': OLD, '**': NEW }), 'in/A/x.zip', OLD],
    [JSON.stringify({ 'in/a/**': OLD, '**': NEW }), 'in/b/x.zip', NEW],
    [` ${JSON.stringify({ 'in/a/**': OLD })}\n`, 'in/b/x.zip', null],
  ])) {
    answerWith(() => ({ SecretString }));
    const password = await new Passwords(CONFIG, secrets).forArchive(key);
    assert.equal(password?.current && String(password.current), expected);
  }
});

test('without a secret nothing is read; with one it is read once, and again once for each archive that it fails', async t => {
  const { secrets, answerWith, requests } = await startSecrets(t);
  assert.equal(await new Passwords(settings(), secrets).forArchive('x.zip'), null);
  answerWith(count => ({ SecretString: count < 3 ? OLD : NEW }));
  const passwords = new Passwords(CONFIG, secrets);
  const first = await passwords.forArchive('x.zip');
  const second = await passwords.forArchive('y.zip');
  assert.equal(requests.length, 1);
  assert.deepEqual([await first?.refresh(), await first?.refresh()], [false, false]);
  assert.deepEqual([await second?.refresh(), String(second?.current)], [true, NEW]);
  assert.equal(String((await passwords.forArchive('z.zip'))?.current), NEW);
  assert.equal(requests.length, 3);
});

test('usage/password-secret: what is no password and no such object is refused, and nothing of it is repeated', async t => {
  const { secrets, answerWith, requests } = await startSecrets(t);
  const passwords = new Passwords(CONFIG, secrets);
  const wrong = ['\nsecond', `{"in/**": "${OLD}"`, `{"in/**": ["${OLD}"]}`, '{"in/**": ""}', `{"[${OLD}": "x"}`];
  for (const SecretString of wrong) {
    answerWith(() => ({ SecretString }));
    await assert.rejects(passwords.forArchive('x.zip'), error => {
      assert.equal(/** @type {any} */ (error).code, 'usage/password-secret');
      assert.ok(!inspect(error).includes(OLD));
      return true;
    });
  }
  answerWith(refusal('ResourceNotFoundException', 'no'));
  await assert.rejects(passwords.forArchive('x.zip'), { code: 'storage/not-found', message: /SLUICE_PASSWORD_SECRET/ });
  assert.equal(requests.length, wrong.length + 1);
  answerWith(() => ({ SecretString: OLD }));
  assert.equal(String((await passwords.forArchive('x.zip'))?.current), OLD);
});

/** @param {TestContext} t @param {Record<string, string>} [env] */
async function deployed(t, env) {
  const [cloud, secrets] = await Promise.all([startCloud(), startSecrets(t)]);
  t.after(() => cloud.close());
  const variables = { SLUICE_PASSWORD_SECRET: SECRET_ARN, ...env };
  const deploy = () => cloud.deploy(variables, { secrets: secrets.secrets, deadline });
  return { cloud, secrets, deploy, ...deploy() };
}

const ENTRIES = [
  { name: 'a.txt', content: 'text of a' },
  { name: 'b.csv', content: 'id,name\n1,Ada\n' },
];
const zipWith = (/** @type {string} */ password) =>
  writeZip([encrypted(ENTRIES[0], 'ae2-256', password), encrypted(ENTRIES[1], 'ae1-128', password)]);

test('a password that was changed is read again, and the entries are processed in the same invocation', async t => {
  const { cloud, secrets, deliver, lines, raw } = await deployed(t);
  secrets.answerWith(() => ({ SecretString: OLD }));
  await deliver(await cloud.upload('sluice-in', 'old.zip', zipWith(OLD)));
  assert.deepEqual([lines[0].status, secrets.requests.length], ['complete', 1]);
  secrets.answerWith(() => ({ SecretString: NEW }));
  await deliver(await cloud.upload('sluice-in', 'new.zip', zipWith(NEW)));
  assert.deepEqual([lines[1].status, secrets.requests.length], ['complete', 2]);
  assert.equal(await cloud.read('sluice-out', 'new/b.csv'), ENTRIES[1].content);
  // Neither of the two.
  await deliver(await cloud.upload('sluice-in', 'other.zip', zipWith('third')));
  assert.deepEqual([lines[2].status, secrets.requests.length], ['partial', 3]);
  const manifest = String(await cloud.read('sluice-out', 'other/_manifest.json'));
  for (const { error } of JSON.parse(manifest).entries) assert.equal(error.code, 'archive/wrong-password');
  for (const text of [...raw, manifest]) assert.doesNotMatch(text, new RegExp(`${OLD}|${NEW}`));
});

test('a password that is added to the secret is found for the next archive, and after another delivery for the same', async t => {
  const { cloud, secrets, deliver, lines } = await deployed(t);
  secrets.answerWith(() => ({ SecretString: JSON.stringify({ 'in/**': OLD }) }));
  const event = await cloud.upload('sluice-in', 'added.zip', zipWith(NEW));
  await deliver(event);
  assert.deepEqual([lines[0].status, lines[0].errorCode, secrets.requests.length], ['partial', 'archive/encrypted', 2]);
  secrets.answerWith(() => ({ SecretString: JSON.stringify({ 'in/**': OLD, '**': NEW }) }));
  await deliver(await cloud.upload('sluice-in', 'another.zip', zipWith(NEW)));
  assert.deepEqual([lines[1].status, secrets.requests.length], ['complete', 3]);
  await deliver(event);
  assert.deepEqual([lines[2].outcome, lines[2].status, secrets.requests.length], ['processed', 'complete', 3]);
  assert.equal(await cloud.read('sluice-out', 'added/b.csv'), ENTRIES[1].content);
});

test('a secret that is wrong for a while costs nothing of an entry that was suspended', {
  timeout: 300_000,
}, async t => {
  const { cloud, secrets, deploy } = await deployed(t);
  const content = Buffer.alloc(2_000_000, 'some text, ');
  const zip = writeZip([
    encrypted({ name: 'a.txt', content, method: 0 }, 'ae2-256', OLD),
    { name: 'b.bin', content: Buffer.alloc(200_000), method: 0 },
  ]);
  const messages = batch(await cloud.upload('sluice-in', 'x.zip', zip));
  secrets.answerWith(() => ({ SecretString: OLD }));
  let reads = 0;
  cloud.misbehave(({ method, key }) => {
    if (method !== 'GET' || key !== 'x.zip') return;
    reads += 1;
    // The first two are for the archive's start and its end.
    if (reads === 3) pause();
  });
  const first = deploy();
  assert.equal((await first.deliver(messages)).batchItemFailures.length, 1);
  assert.equal(first.lines[0].errorCode, 'job/stopped', first.raw[0]);
  cloud.misbehave(() => {});
  const { ETag } = await head(cloud, 'x/_checkpoint');

  const raw = [];
  /** @type {[answer: ReturnType<import('../support/secrets-server.js').SecretsAnswer>, code: string][]} */
  const wrong = [
    [{ SecretString: NEW }, 'job/wrong-password'],
    [{ SecretString: JSON.stringify({ 'in/**': OLD }) }, 'job/wrong-password'],
    [{ SecretString: `{"**": ${OLD}}` }, 'usage/password-secret'],
    [{ status: 400, __type: 'AccessDeniedException', Message: 'no' }, 'storage/access-denied'],
  ];
  for (const [answer, code] of wrong) {
    secrets.answerWith(() => answer);
    const { deliver, lines, raw: logged } = deploy();
    assert.equal((await deliver(messages)).batchItemFailures.length, 1);
    assert.deepEqual([lines[0].errorCode, lines[0].level], [code, 'error']);
    assert.equal((await head(cloud, 'x/_checkpoint')).ETag, ETag);
    raw.push(...logged);
  }
  const mended = deploy();
  secrets.answerWith(() => ({ SecretString: NEW }));
  await mended.deliver(messages);
  // It is damaged when it is read again because it was wrong.
  secrets.answerWith(() => ({ SecretString: `{"**": ${OLD}}` }));
  await mended.deliver(messages);
  assert.deepEqual(
    mended.lines.map(line => line.errorCode),
    ['job/wrong-password', 'usage/password-secret'],
  );
  assert.equal((await head(cloud, 'x/_checkpoint')).ETag, ETag);
  secrets.answerWith(() => ({ SecretString: OLD }));
  assert.equal((await mended.deliver(messages)).batchItemFailures.length, 0);
  assert.equal(mended.lines[2].status, 'complete');
  assert.equal(await cloud.read('sluice-out', 'x/a.txt'), String(content));
  assert.deepEqual(await cloud.keys('sluice-out', 'x/'), ['x/_manifest.json', 'x/a.txt', 'x/b.bin']);
  for (const text of [...raw, ...mended.raw]) assert.doesNotMatch(text, new RegExp(`${OLD}|${NEW}`));
});

/** @param {Awaited<ReturnType<typeof startCloud>>} cloud @param {string} Key */
const head = (cloud, Key) => cloud.client.send(new HeadObjectCommand({ Bucket: 'sluice-out', Key }));

test('without a password the entries are archive/encrypted, which says how to give one', async t => {
  const { cloud, deliver, lines } = await deployed(t, { SLUICE_PASSWORD_SECRET: '' });
  await deliver(await cloud.upload('sluice-in', 'x.zip', zipWith(OLD)));
  assert.equal(lines[0].status, 'partial');
  const { entries } = JSON.parse(String(await cloud.read('sluice-out', 'x/_manifest.json')));
  for (const { error } of entries) {
    assert.equal(error.code, 'archive/encrypted');
    assert.match(error.message, /--password-file FILE .*SLUICE_PASSWORD_SECRET/);
  }
});
