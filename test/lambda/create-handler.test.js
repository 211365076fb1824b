import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { StoppedError, StorageError } from '../../src/errors.js';
import { readConfig } from '../../src/lambda/config.js';
import { batch, failure, outcomes, put, settings, startCloud, zipOf } from '../support/cloud.js';
import '../support/own-process.js';
import { manualDeadline } from './manual-deadline.js';

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;

before(async () => {
  cloud = await startCloud();
});

after(() => cloud?.close());

const bounded = { timeout: 100_000 };

describe('an error', bounded, () => {
  it('of the archive is final: it is logged, and the invocation succeeds', async () => {
    const { deliver, lines } = cloud.deploy({ SLUICE_SOURCE_AFTERWARDS: 'delete' });
    const event = await cloud.upload('sluice-in', 'broken.zip', Buffer.from('this is not a zip archive'));
    assert.deepEqual(await deliver(event), { batchItemFailures: [] });
    assert.deepEqual([lines[0].level, lines[0].error.code], ['error', 'archive/not-a-zip']);
    assert.deepEqual(await cloud.keys('sluice-in', 'broken.zip'), ['broken.zip']);
  });

  it('of the storage is thrown after the other archives were attempted', async () => {
    const { deliver, lines } = cloud.deploy();
    const good = await cloud.upload('sluice-in', 'good.zip', await zipOf({ 'a.txt': 'a' }));
    const error = await failure(deliver({ Records: [...put('sluice-in', 'missing.zip').Records, ...good.Records] }));
    assert.ok(error instanceof StorageError);
    assert.deepEqual(outcomes(lines), ['retry', 'processed']);
    assert.deepEqual([lines[0].level, lines[0].error.code], ['error', error.code]);
  });

  it('of several archives is thrown as one error with all of theirs', async () => {
    const { deliver } = cloud.deploy();
    const records = ['missing-1.zip', 'missing-2.zip'].flatMap(key => put('sluice-in', key).Records);
    const error = await failure(deliver({ Records: records }));
    assert.ok(error instanceof AggregateError);
    assert.match(error.message, /^2 archives /);
    assert.ok(error.errors.every(each => each instanceof StorageError));
  });

  it('in a batch of messages fails only its own message', async () => {
    const { deliver, lines } = cloud.deploy();
    const good = await cloud.upload('sluice-in', 'queued.zip', await zipOf({ 'a.txt': 'a' }));
    const twice = { Records: ['missing-1.zip', 'missing-2.zip'].flatMap(key => put('sluice-in', key).Records) };
    assert.deepEqual(await deliver(batch(twice, good, 'not json')), {
      batchItemFailures: [{ itemIdentifier: 'message-1' }, { itemIdentifier: 'message-3' }],
    });
    assert.deepEqual(outcomes(lines), ['retry', 'retry', 'processed', 'retry']);
    assert.deepEqual([lines[3].messageId, lines[3].error.code], ['message-3', 'usage/unknown-event']);
  });

  it('in our own code is thrown, and logged with its stack', async () => {
    const { deliver, lines } = cloud.deploy(
      {},
      {
        s3: () => {
          throw new TypeError('a bug');
        },
      },
    );
    const error = await failure(deliver(put('sluice-in', 'a.zip')));
    assert.ok(error instanceof TypeError);
    assert.deepEqual([lines[0].outcome, lines[0].error.code], ['retry', null]);
    assert.ok(lines[0].error.stack.some((/** @type {string} */ line) => line.includes('create-handler.test.js')));
  });

  it('in the event is thrown', async () => {
    const { deliver } = cloud.deploy();
    assert.equal((await failure(deliver({ hello: 'world' }))).code, 'usage/unknown-event');
  });
});

describe('the time that is left', bounded, () => {
  it('is not used up: the job stops early, says so, and is delivered again', async () => {
    const { deliver, lines } = cloud.deploy();
    const event = await cloud.upload('sluice-in', 'late.zip', await zipOf({ 'a.txt': 'a' }));
    const error = await failure(deliver({ Records: [...event.Records, ...event.Records] }, { remainingMs: 0 }));
    assert.ok(error instanceof AggregateError && error.errors.every(each => each instanceof StoppedError));
    assert.deepEqual(
      lines.map(({ level, outcome, error }) => [level, outcome, error.code]),
      [
        ['warn', 'retry', 'job/stopped'],
        ['warn', 'retry', 'job/stopped'],
      ],
    );
    await deliver(event);
    assert.equal(await cloud.read('sluice-out', 'late/a.txt'), 'a');
  });

  it('ends in the middle of a job, and the next delivery resumes there', async () => {
    const { deadline, pause } = manualDeadline();
    const { deliver, lines } = cloud.deploy({}, { deadline });
    // More entries than are processed before the first one is published.
    const names = Array.from({ length: 400 }, (_, index) => `${index}.txt`);
    const files = Object.fromEntries(names.map(name => [name, name]));
    const event = await cloud.upload('sluice-in', 'long.zip', await zipOf(files));
    const statuses = async () =>
      JSON.parse((await cloud.read('sluice-out', 'long/_manifest.json')) ?? '').entries.map(
        (/** @type {{ status: string }} */ { status }) => status,
      );
    cloud.misbehave(({ method, key }) => {
      if (method === 'PUT' && key === 'long/0.txt') pause();
    });
    assert.ok((await failure(deliver(event))) instanceof StoppedError);
    const paused = await statuses();
    assert.ok(paused.includes('written') && paused.includes('pending'));
    // Whatever was on its way is there, and in the manifest.
    const written = names.filter((_, index) => paused[index] === 'written');
    const keys = await cloud.keys('sluice-out', 'long/');
    assert.deepEqual(
      keys.filter(key => key?.endsWith('.txt')),
      written.map(name => `long/${name}`).sort(),
    );

    cloud.misbehave(() => {});
    await deliver(event);
    assert.deepEqual(new Set(await statuses()), new Set(['written']));
    assert.deepEqual(outcomes(lines), ['retry', 'processed']);
  });

  it('ends in the middle of an entry, and the next delivery resumes there', async () => {
    const { deadline, pause } = manualDeadline();
    const { deliver, lines } = cloud.deploy({}, { deadline });
    const text = 'record\n'.repeat(LONG_BYTES / 7);
    const event = await cloud.upload('sluice-in', 'entry.zip', await zipOf({ 'long.txt': text }));
    cloud.misbehave(({ method, key, headers }) => {
      if (method === 'GET' && key === 'entry.zip' && rangeLength(headers.range) > 2_000_000) pause();
    });
    assert.deepEqual(await deliver(batch(event)), FIRST_FAILED);
    assert.deepEqual(await cloud.keys('sluice-out', 'entry/'), ['entry/_checkpoint', 'entry/_manifest.json']);

    cloud.misbehave(() => {});
    assert.deepEqual(await deliver(batch(event)), { batchItemFailures: [] });
    assert.ok((await cloud.read('sluice-out', 'entry/long.txt')) === text);
    assert.deepEqual(await cloud.keys('sluice-out', 'entry/'), ['entry/_manifest.json', 'entry/long.txt']);
    assert.deepEqual(
      lines.map(({ outcome, errorCode, turns, pausedArchives }) => [outcome, errorCode, turns, pausedArchives]),
      [
        ['retry', 'job/stopped', null, 1],
        ['processed', null, 2, 0],
      ],
    );
    const bytesRead = (lines[1].bytesPerSecond * lines[1].durationMs) / 1000;
    assert.ok(bytesRead < LONG_BYTES - 1000, `${bytesRead}`);
  });

  it('leaves no timer behind', async () => {
    const { deliver } = cloud.deploy();
    const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
    const before = timers();
    await deliver(put('sluice-in', 'a.csv'));
    await failure(deliver({ hello: 'world' }));
    assert.equal(timers(), before);
  });
});

describe('the settings', bounded, () => {
  it('are read once', async () => {
    let reads = 0;
    const config = () => {
      reads += 1;
      return settings();
    };
    const { deliver } = cloud.deploy({}, { config });
    await deliver(put('sluice-in', 'a.csv'));
    await deliver(put('sluice-in', 'a.csv'));
    assert.equal(reads, 1);
  });

  it('are read again after an error', async () => {
    const tries = [
      () => readConfig({}),
      () => settings({ SLUICE_RECIPE: '/nowhere/recipe.json' }),
      () => settings({ SLUICE_RECIPE: '{"entires":[]}' }),
    ];
    for (const config of tries) {
      let reads = 0;
      const { deliver } = cloud.deploy({}, { config: () => (reads++ === 0 ? config() : settings()) });
      const error = await failure(deliver(put('sluice-in', 'a.csv')));
      assert.match(error.code, /^(usage\/config|recipe\/unknown-key)$/);
    }
  });
});

/** @param {string | undefined} range */
function rangeLength(range = '') {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return Number(to) - Number(from) + 1;
}

const LONG_BYTES = 7_000_000;
const FIRST_FAILED = { batchItemFailures: [{ itemIdentifier: 'message-1' }] };
