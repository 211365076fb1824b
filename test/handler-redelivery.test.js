import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { batch, put, startCloud, zipOf } from './support/cloud.js';
import { deny, startRecorder, succeed, withReceipts } from './support/sqs-recorder.js';

/** @import { FaultHook } from '../local-s3/faults.js' */

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;
/** @type {import('./support/sqs-recorder.js').Recorder} */
let queue;
before(async () => {
  [cloud, queue] = await Promise.all([startCloud(), startRecorder()]);
});
beforeEach(() => {
  cloud.misbehave(() => {});
  queue.requests.length = 0;
  queue.answerWith(succeed);
});
after(() => Promise.all([cloud?.close(), queue?.close()]));

/** @param {Record<string, string>} [env] */
const deploy = env => cloud.deploy(env, { sqs: queue.sqs });
/** @param {...string} ids */
const failed = (...ids) => ({ batchItemFailures: ids.map(itemIdentifier => ({ itemIdentifier })) });
/** @param {string} name */
const upload = async name => cloud.upload('sluice-in', `${name}.zip`, await zipOf({ 'a.txt': 'a', 'b.txt': 'b' }));

/**
 * The first entry is being written when the time is up, so that the job stops before the second one.
 *
 * @param {string} name
 * @returns {FaultHook}
 */
function stopAfterFirst(name) {
  const end = performance.now() + LATE_MS;
  return ({ method, key }) =>
    method === 'PUT' && key === `${name}/a.txt` ? { stallMs: Math.max(0, end - performance.now()) } : undefined;
}

describe('a message whose job ran out of time', { timeout: 60_000 }, () => {
  it('is made visible within seconds where the job came further', async () => {
    const { deliver, lines } = deploy();
    const messages = withReceipts(batch(await upload('further')));
    cloud.misbehave(stopAfterFirst('further'));
    assert.deepEqual(await deliver(messages, { remainingMs: TIME_MS }), failed('message-1'));
    assert.deepEqual(queue.changes(), [['receipt of message-1', 5]]);
    assert.deepEqual([lines[0].errorCode, lines[0].pausedArchives, lines[0].retriedArchives], ['job/stopped', 1, 0]);

    cloud.misbehave(() => {});
    assert.deepEqual(await deliver(messages), failed());
    assert.deepEqual([lines[1].status, lines[1].turns, lines.length], ['complete', 2, 2]);
    assert.deepEqual(queue.requests, []);
  });

  it('is made visible where it paused in the middle of an entry, with its checkpoint written before', async () => {
    const { deliver } = deploy();
    const text = 'record\n'.repeat(1_000_000);
    const messages = withReceipts(batch(await cloud.upload('sluice-in', 'entry.zip', await zipOf({ 'a.txt': text }))));
    cloud.misbehave(({ method, key, headers }) =>
      method === 'GET' && key === 'entry.zip' && rangeLength(headers.range) > 500_000 ? { stallMs: 4200 } : undefined,
    );
    /** @type {Promise<any> | null} */
    let there = null;
    queue.answerWith(body => {
      there = cloud.keys('sluice-out', 'entry/');
      return succeed(body);
    });
    assert.deepEqual(await deliver(messages, { remainingMs: 8000 }), failed('message-1'));
    assert.deepEqual(queue.changes(), [['receipt of message-1', 5]]);
    assert.deepEqual(await there, ['entry/_checkpoint', 'entry/_manifest.json']);
  });

  it('is made visible with those of its batch that had no time, and without those that are done or had a fault', async () => {
    const { deliver, lines } = deploy();
    const [done, paused, unbegun] = [await upload('done'), await upload('paused'), await upload('unbegun')];
    const missing = put('sluice-in', 'missing.zip');
    // One message of two archives, of which one had a fault.
    const both = { Records: [...missing.Records, ...unbegun.Records] };
    const messages = withReceipts(batch(missing, done, 'not json', paused, unbegun, both, unbegun));
    cloud.misbehave(stopAfterFirst('paused'));
    const answer = await deliver(messages, { remainingMs: TIME_MS });
    assert.deepEqual(answer, failed('message-1', 'message-3', 'message-4', 'message-5', 'message-6', 'message-7'));
    assert.deepEqual(queue.requests.length, 1);
    assert.deepEqual(
      queue.changes().map(([receipt]) => receipt),
      ['receipt of message-4', 'receipt of message-5', 'receipt of message-6', 'receipt of message-7'],
    );
    assert.deepEqual(
      lines.map(({ outcome, errorCode }) => errorCode ?? outcome),
      ['storage/not-found', 'processed', 'usage/unknown-event', ...Array(5).fill('job/stopped')],
    );
  });

  it('waits where the job came no further', async () => {
    const { deliver, lines } = deploy();
    const messages = withReceipts(batch(await upload('nowhere')));
    cloud.misbehave(({ method, key }) =>
      method === 'GET' && key === 'nowhere.zip' ? { stallMs: LATE_MS } : undefined,
    );
    assert.deepEqual(await deliver(messages, { remainingMs: TIME_MS }), failed('message-1'));
    assert.deepEqual([lines[0].errorCode, queue.requests], ['job/stopped', []]);
    // Nothing is noted of it, so that only this metric tells of an archive that no delivery gets to read.
    assert.deepEqual([lines[0].level, lines[0].pausedArchives, lines[0].retriedArchives], ['warn', 0, 1]);
  });

  it('waits with an archive of the same message that had a fault', async () => {
    const { deliver } = deploy();
    const paused = await upload('beside');
    const messages = withReceipts(batch({ Records: [...put('sluice-in', 'gone.zip').Records, ...paused.Records] }));
    cloud.misbehave(stopAfterFirst('beside'));
    assert.deepEqual(await deliver(messages, { remainingMs: TIME_MS }), failed('message-1'));
    assert.deepEqual(queue.requests, []);
  });

  it('is reported all the same by a queue that refuses, and the log says so', async () => {
    queue.answerWith(deny);
    for (const logLevel of ['warn', 'error']) {
      const { deliver, lines } = deploy({ SLUICE_LOG_LEVEL: logLevel });
      const name = `refused-${logLevel}`;
      const messages = withReceipts(batch(await upload(name)));
      cloud.misbehave(stopAfterFirst(name));
      assert.deepEqual(await deliver(messages, { remainingMs: TIME_MS }), failed('message-1'));
      const said = lines.filter(({ visibility }) => visibility);
      assert.equal(said.length, logLevel === 'warn' ? 1 : 0);
      for (const { level, requestId, messageIds, visibility } of said) {
        assert.deepEqual([level, requestId, messageIds], ['warn', 'request-1', ['message-1']]);
        assert.match(visibility, /timeout: AccessDenied.*; allow sqs:ChangeMessageVisibility on arn:/);
      }
    }
  });

  it('is reported in time by a queue that never answers, and the log says so', async () => {
    const { deliver, lines } = deploy();
    const messages = withReceipts(batch(await upload('unanswered')));
    cloud.misbehave(stopAfterFirst('unanswered'));
    queue.answerWith(() => null);
    const end = performance.now() + TIME_MS;
    const remainingMs = () => end - performance.now();
    assert.deepEqual(await deliver(messages, { remainingMs }), failed('message-1'));
    assert.match(lines[1].visibility, /timeout: Error: no answer within \d+ ms$/);
  });
});

/** @param {string | undefined} range */
function rangeLength(range = '') {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return Number(to) - Number(from) + 1;
}

/** Half of it is for the job; four fifths, until it has to stop. */
const TIME_MS = 2000;
const LATE_MS = 1700;
