import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandler } from '../../src/lambda/create-handler.js';
import { DatabaseAccess } from '../../src/lambda/database-access.js';
import { Passwords } from '../../src/lambda/passwords.js';
import { waitFor } from '../../src/lambda/wait-for.js';
import { put, settings } from '../support/cloud.js';
import { SECRET_ARN } from '../support/secrets-server.js';
import { manualDeadline } from './manual-deadline.js';

const CONTEXT = { awsRequestId: 'request', functionName: 'sluice', getRemainingTimeInMillis: () => 60_000 };
const HASHING = JSON.stringify({ entries: [{ match: '*.csv', csv: { hash: ['email'] } }] });
const SECRET = { SLUICE_HASH_SECRET: SECRET_ARN, SLUICE_RECIPE: HASHING };

test('what is there in time is returned, and an error of the service is thrown as it is', async () => {
  const { signal } = new AbortController();
  assert.equal(await waitFor('it', signal, async () => 7), 7);
  assert.equal(await waitFor('it', undefined, async () => 7), 7);
  const failure = new Error('broken');
  await assert.rejects(
    waitFor('it', signal, () => Promise.reject(failure)),
    error => error === failure,
  );
});

test('job/stopped names what was waited for, whether the service heeds the signal or not', async () => {
  const named = { code: 'job/stopped', message: /the time ran out while it waited for the moon$/ };
  for (const heeds of [true, false]) {
    const stop = new AbortController();
    const waiting = waitFor('the moon', stop.signal, () => silent(heeds ? stop.signal : undefined));
    stop.abort();
    await assert.rejects(waiting, named);
  }
  const stop = new AbortController();
  const heedsFirst = silent(stop.signal);
  const waiting = waitFor('the moon', stop.signal, () => heedsFirst);
  stop.abort();
  await assert.rejects(waiting, named);
  await assert.rejects(
    waitFor('the moon', AbortSignal.abort(), async () => assert.fail('it is not asked any more')),
    named,
  );
});

/** @type {[title: string, env: Record<string, string>, named: RegExp, isBeforeArchives: boolean][]} */
const WAITS = [
  [
    'the recipe',
    { SLUICE_RECIPE: 's3://sluice-settings/recipe.json' },
    /the recipe s3:\/\/sluice-settings\/recipe\.json/,
    true,
  ],
  ['the hash key', SECRET, /the secret arn:aws:secretsmanager/, true],
  ['the passwords', { SLUICE_PASSWORD_SECRET: SECRET_ARN }, /the secret arn:aws:secretsmanager/, false],
  ['the archive', {}, /s3:\/\/sluice-in\/x\.zip/, false],
];
for (const [title, env, named, isBeforeArchives] of WAITS) {
  test(`an invocation that waits for ${title} until the time runs out ends, and a line of the log says so`, async () => {
    const { deadline, stop } = manualDeadline();
    /** @type {any[]} */
    const lines = [];
    /** @type {(AbortSignal | undefined)[]} */
    const signals = [];
    // It never answers; the deadline comes once it was asked.
    const client = /** @type {any} */ ({
      config: {},
      send(/** @type {unknown} */ _command, /** @type {{ abortSignal?: AbortSignal }} */ options) {
        signals.push(options?.abortSignal);
        setImmediate(stop);
        return silent();
      },
    });
    const handler = createHandler({
      config: () => settings(env),
      s3: () => client,
      secrets: async () => client,
      log: line => lines.push(JSON.parse(line)),
      deadline,
    });
    await assert.rejects(handler(put('sluice-in', 'x.zip'), CONTEXT), { code: 'job/stopped', message: named });
    assert.equal(lines.length, 1);
    const [{ errorCode, error, key = null, level }] = lines;
    assert.deepEqual([errorCode, key], ['job/stopped', isBeforeArchives ? null : 'x.zip']);
    assert.equal(level, isBeforeArchives ? 'error' : 'warn');
    assert.match(error.message, named);
    assert.ok(signals.length > 0 && signals.every(signal => signal?.aborted), 'each request has the deadline’s signal');
  });
}

test('the secret with the database’s address is waited for until the time runs out', async () => {
  const env = { SLUICE_DATABASE_SECRET: SECRET_ARN, SLUICE_DATABASE: 'postgres://db.example.com/x' };
  const stop = new AbortController();
  const client = /** @type {any} */ ({
    send() {
      setImmediate(() => stop.abort());
      return silent();
    },
  });
  const access = new DatabaseAccess(settings(env), { secrets: async () => client, token: () => silent() });
  await assert.rejects(access.open({ needsDatabase: true }, stop.signal), {
    code: 'job/stopped',
    message: /waited for the secret arn:/,
  });
});

test('a password that was waited for in vain is asked for again by the next invocation', async () => {
  const stop = new AbortController();
  let count = 0;
  const client = /** @type {any} */ ({
    send() {
      count += 1;
      if (count > 1) return Promise.resolve({ SecretString: 'open sesame' });
      setImmediate(() => stop.abort());
      return silent();
    },
  });
  const passwords = new Passwords(settings({ SLUICE_PASSWORD_SECRET: SECRET_ARN }), async () => client);
  await assert.rejects(passwords.forArchive('x.zip', stop.signal), { code: 'job/stopped' });
  const { current } = (await passwords.forArchive('x.zip', new AbortController().signal)) ?? {};
  assert.equal(String(current), 'open sesame');
});

/**
 * @param {AbortSignal} [signal]
 * @returns {Promise<never>} Never settles, or on the signal.
 */
function silent(signal) {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
}
