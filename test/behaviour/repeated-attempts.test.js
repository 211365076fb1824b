import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { MAX_STALLED_TURNS } from '../../src/ledger/turn-counts.js';
import { batch, failure, received, startCloud, zipOf } from '../support/cloud.js';

/** @import { FaultHook } from '../../local-s3/faults.js' */

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;
before(async () => {
  cloud = await startCloud();
});
beforeEach(() => cloud.misbehave(() => {}));
after(() => cloud?.close());

const FAILED = { batchItemFailures: [{ itemIdentifier: 'message-1' }] };
const DONE = { batchItemFailures: [] };
const DENIED = { status: 403, code: 'AccessDenied' };

/**
 * @param {string} name
 * @param {Record<string, string>} [files]
 */
const arrival = async (name, files = { 'a.txt': 'a', 'b.txt': 'b' }) =>
  batch(await cloud.upload('sluice-in', `${name}.zip`, await zipOf(files)));
/** @param {string} name */
const manifestOf = async name => JSON.parse((await cloud.read('sluice-out', `${name}/_manifest.json`)) ?? '');
/** @param {string[]} paths */
const denyOutput =
  (...paths) =>
  /** @type {FaultHook} */
  ({ method, key }) =>
    method === 'PUT' && paths.includes(key) ? DENIED : undefined;

describe('an archive that no delivery could attempt', { timeout: 300_000 }, () => {
  it('is processed at its next delivery, however often its message was received', async () => {
    for (const count of [11, 12, 40, 199]) {
      const { deliver, lines } = cloud.deploy();
      assert.deepEqual(await deliver(received(await arrival(`received-${count}`), count)), DONE);
      assert.deepEqual([lines[0].status, lines[0].deliveries], ['complete', count]);
    }
  });

  it('is processed once its recipe exists, after any number of deliveries without it', async () => {
    const { deliver, lines } = cloud.deploy({ SLUICE_RECIPE: 's3://sluice-in/recipes/late.json' });
    const messages = await arrival('no-recipe');
    for (let count = 1; count <= 14; count += 1) {
      assert.equal((await failure(deliver(received(messages, count)))).code, 'storage/not-found');
    }
    const recipe = { Bucket: 'sluice-in', Key: 'recipes/late.json', Body: '{"entries":[]}' };
    await cloud.client.send(new PutObjectCommand(recipe));
    assert.deepEqual(await deliver(received(messages, 15)), DONE);
    assert.equal(lines.at(-1).status, 'complete');
  });

  for (const [trouble, fault] of /** @type {[string, FaultHook][]} */ ([
    ['S3 is unavailable', () => ({ status: 503, code: 'SlowDown' })],
    ['the archive may not be read', ({ key }) => (key.endsWith('.zip') ? DENIED : undefined)],
    ['nothing may be written', ({ method }) => (method === 'PUT' ? DENIED : undefined)],
  ])) {
    it(`is never given up while ${trouble}: an attempt that no manifest records is not counted`, async () => {
      const { deliver, lines } = cloud.deploy();
      const name = `untried-${trouble.replaceAll(' ', '-')}`;
      const messages = await arrival(name);
      cloud.misbehave(fault);
      for (let count = 1; count <= 13; count += 1) assert.deepEqual(await deliver(received(messages, count)), FAILED);
      assert.deepEqual([...new Set(lines.map(({ errorCode }) => /^storage\//.test(errorCode)))], [true]);
      assert.deepEqual([...new Set(lines.map(({ failedArchives }) => failedArchives))], [0]);
      cloud.misbehave(() => {});
      assert.deepEqual(await deliver(received(messages, 14)), DONE);
      assert.equal((await manifestOf(name)).status, 'complete');
    });
  }
});

describe('an archive that attempts make no progress with', { timeout: 900_000 }, () => {
  it('is reported from the tenth attempt on, is still attempted, and completes once the cause is fixed', async () => {
    const { deliver, lines } = cloud.deploy();
    const messages = await arrival('stalled');
    let tries = 0;
    cloud.misbehave(request => {
      const fault = denyOutput('stalled/b.txt')(request);
      tries += Number(fault !== undefined);
      return fault;
    });
    // The first attempt makes progress: it writes the other entry.
    assert.deepEqual(await deliver(messages), FAILED);
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      assert.deepEqual(await deliver(messages), FAILED);
      const { stalledTurns, turns, status, error } = await manifestOf('stalled');
      assert.deepEqual([stalledTurns, turns, status], [attempt, 1, 'unfinished']);
      assert.equal(error.code, 'storage/access-denied');
    }
    assert.equal(tries, 13);
    assert.deepEqual(
      lines.map(({ errorCode }) => errorCode),
      [...Array(MAX_STALLED_TURNS).fill('storage/access-denied'), ...Array(3).fill('job/no-progress')],
    );
    assert.deepEqual([lines.at(-1).level, lines.at(-1).failedArchives, lines.at(-1).retriedArchives], ['error', 1, 1]);
    assert.match(lines.at(-1).error.message, /^the last 12 attempts .* stopped by storage\/access-denied: .*PutObject/);
    assert.match(lines.at(-1).error.cause, /access denied/);

    cloud.misbehave(() => {});
    assert.deepEqual(await deliver(messages), DONE);
    const { status, turns, stalledTurns } = await manifestOf('stalled');
    assert.deepEqual([status, turns, stalledTurns], ['complete', 2, undefined]);
  });

  it('has its count reset by any progress', async () => {
    const { deliver, lines } = cloud.deploy();
    const messages = await arrival('slow', { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    const denied = ['slow/a.txt', 'slow/b.txt', 'slow/c.txt'];
    for (; denied.length > 0; denied.shift()) {
      cloud.misbehave(denyOutput(...denied));
      for (let attempt = 1; attempt <= MAX_STALLED_TURNS - 1; attempt += 1) {
        assert.deepEqual(await deliver(messages), FAILED);
      }
    }
    assert.equal((await manifestOf('slow')).stalledTurns, MAX_STALLED_TURNS - 2);
    assert.ok(lines.every(({ errorCode }) => errorCode === 'storage/access-denied'));
  });

  it('is also reported when an outdated output cannot be removed', async () => {
    const { deliver, lines } = cloud.deploy();
    await deliver(await arrival('tidy', { 'a.txt': 'a', 'old-1.txt': 'x', 'old-2.txt': 'y' }));
    const messages = await arrival('tidy', { 'a.txt': 'a' });
    cloud.misbehave(({ method, key }) => (method === 'DELETE' && key === 'tidy/old-2.txt' ? DENIED : undefined));
    // The first attempt makes progress: it removes the other one.
    for (let attempt = 0; attempt <= MAX_STALLED_TURNS; attempt += 1) {
      assert.deepEqual(await deliver(messages), FAILED);
    }
    assert.deepEqual(
      lines.slice(-2).map(({ errorCode }) => errorCode),
      ['storage/access-denied', 'job/no-progress'],
    );
    cloud.misbehave(() => {});
    assert.deepEqual(await deliver(messages), DONE);
    assert.deepEqual(await cloud.keys('sluice-out', 'tidy/'), ['tidy/_manifest.json', 'tidy/a.txt']);
  });

  it('may be delivered twice concurrently: the count may miss an attempt, and the manifest stays intact', async () => {
    const messages = await arrival('twice');
    cloud.misbehave(denyOutput('twice/a.txt', 'twice/b.txt'));
    const { deliver, lines } = cloud.deploy();
    const rounds = 8;
    for (let round = 1; round <= rounds; round += 1) {
      const answers = await Promise.all([deliver(messages), cloud.deploy().deliver(messages)]);
      assert.deepEqual(answers, [FAILED, FAILED]);
      const { stalledTurns, status, entries } = await manifestOf('twice');
      assert.ok(stalledTurns >= round && stalledTurns <= 2 * round, `${stalledTurns} after ${round} rounds`);
      assert.deepEqual([status, entries.length], ['unfinished', 2]);
    }
    for (let more = 0; more <= MAX_STALLED_TURNS - rounds; more += 1) await deliver(messages);
    assert.equal(lines.at(-1).errorCode, 'job/no-progress');
    cloud.misbehave(() => {});
    await Promise.all([deliver(messages), cloud.deploy().deliver(messages)]);
    assert.equal((await manifestOf('twice')).status, 'complete');
  });

  it('is attempted although the count in its manifest is missing or damaged', async () => {
    const { deliver, lines } = cloud.deploy();
    const messages = await arrival('damaged');
    cloud.misbehave(denyOutput('damaged/a.txt'));
    await deliver(messages);
    for (const stalledTurns of [undefined, 'many', -5, 2.5, null]) {
      const manifest = { ...(await manifestOf('damaged')), stalledTurns };
      const object = { Bucket: 'sluice-out', Key: 'damaged/_manifest.json', Body: JSON.stringify(manifest) };
      await cloud.client.send(new PutObjectCommand(object));
      await deliver(messages);
      assert.equal((await manifestOf('damaged')).stalledTurns, 1);
    }
    assert.ok(lines.every(({ errorCode }) => errorCode === 'storage/access-denied'));
    cloud.misbehave(() => {});
    assert.deepEqual(await deliver(messages), DONE);
  });
});
