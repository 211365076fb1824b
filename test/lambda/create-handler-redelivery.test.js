import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { unlikeBytes } from '../destination/fixture.js';
import { batch, put, startCloud, zipOf } from '../support/cloud.js';
import { deny, startRecorder, succeed, withReceipts } from '../support/sqs-recorder.js';
import { writeZip } from '../support/zip-writer.js';
import { manualDeadline } from './manual-deadline.js';

/** @import { FaultHook } from '../../local-s3/faults.js' */

const { deadline, pause, stop } = manualDeadline();
/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;
/** @type {import('../support/sqs-recorder.js').Recorder} */
let queue;
before(async () => {
  [cloud, queue] = await Promise.all([startCloud(), startRecorder()]);
  // Loads the SDK, which could take a busy machine longer than the time limit of a redelivery.
  await queue.sqs('eu-central-1');
});
beforeEach(() => {
  cloud.misbehave(() => {});
  queue.requests.length = 0;
  queue.answerWith(succeed);
});
after(() => Promise.all([cloud?.close(), queue?.close()]));

/** @param {Record<string, string>} [env] */
const deploy = env => cloud.deploy(env, { sqs: queue.sqs, deadline });
/** @param {...string} ids */
const failed = (...ids) => ({ batchItemFailures: ids.map(itemIdentifier => ({ itemIdentifier })) });
/** More entries than are processed before the first one is published. */
const FILES = Object.fromEntries(
  ['a', ...Array.from({ length: 399 }, (_, index) => `b${index}`)].map(name => [`${name}.txt`, name]),
);
/** @param {string} name */
const upload = async name => cloud.upload('sluice-in', `${name}.zip`, await zipOf(FILES));

/**
 * The time runs out while the first entry is being written, so that the job stops before the last ones.
 *
 * @param {string} name
 * @returns {FaultHook}
 */
function pauseAfterFirst(name) {
  return ({ method, key }) => {
    if (method === 'PUT' && key === `${name}/a.txt`) pause();
  };
}

describe('a message whose job ran out of time', { timeout: 100_000 }, () => {
  it('is logged with the reason, if a zstd entry was at work: that starts again', async () => {
    const { deliver, lines } = deploy();
    // Too long to come with the archive's first bytes.
    const content = Buffer.concat([unlikeBytes(2_500_000), Buffer.alloc(8_000_000, 'some text, ')]);
    const zip = writeZip([
      { name: 'a.txt', content, method: 93, raw: zstdCompressSync(content) },
      { name: 'filler', content: Buffer.alloc(200_000), method: 0 },
    ]);
    const messages = withReceipts(batch(await cloud.upload('sluice-in', 'zstd.zip', zip)));
    let reads = 0;
    cloud.misbehave(({ method, key }) => {
      if (method !== 'GET' || key !== 'zstd.zip') return;
      reads += 1;
      // The first two are for the archive's start and its end.
      if (reads === 3) pause();
    });
    assert.deepEqual(await deliver(messages), failed('message-1'));
    assert.equal(lines[0].errorCode, 'job/stopped');
    assert.match(lines[0].error.message, /entry "a.txt" is compressed by zstd, .* starts again; .* more memory/);
  });

  it('becomes visible within seconds if the job made progress', async () => {
    const { deliver, lines } = deploy();
    const messages = withReceipts(batch(await upload('further')));
    cloud.misbehave(pauseAfterFirst('further'));
    assert.deepEqual(await deliver(messages), failed('message-1'));
    assert.deepEqual(queue.changes(), [['receipt of message-1', 5]]);
    assert.deepEqual([lines[0].errorCode, lines[0].pausedArchives, lines[0].retriedArchives], ['job/stopped', 1, 0]);

    cloud.misbehave(() => {});
    assert.deepEqual(await deliver(messages), failed());
    assert.deepEqual([lines[1].status, lines[1].turns, lines.length], ['complete', 2, 2]);
    assert.deepEqual(queue.requests, []);
  });

  it('becomes visible after a pause in the middle of an entry, once the checkpoint is written', async () => {
    const { deliver } = deploy();
    const text = 'record\n'.repeat(1_000_000);
    const messages = withReceipts(batch(await cloud.upload('sluice-in', 'entry.zip', await zipOf({ 'a.txt': text }))));
    cloud.misbehave(({ method, key, headers }) => {
      if (method === 'GET' && key === 'entry.zip' && rangeLength(headers.range) > 2_000_000) pause();
    });
    /** @type {Promise<any> | null} */
    let keysBefore = null;
    queue.answerWith(body => {
      keysBefore = cloud.keys('sluice-out', 'entry/');
      return succeed(body);
    });
    assert.deepEqual(await deliver(messages), failed('message-1'));
    assert.deepEqual(queue.changes(), [['receipt of message-1', 5]]);
    assert.deepEqual(await keysBefore, ['entry/_checkpoint', 'entry/_manifest.json']);
  });

  it('becomes visible with those of its batch that had no time, and without those that are done or met a fault', async () => {
    const { deliver, lines } = deploy();
    const [done, paused, untouched] = [await upload('done'), await upload('paused'), await upload('untouched')];
    const missing = put('sluice-in', 'missing.zip');
    // One message of two archives, one of which meets a fault.
    const both = { Records: [...missing.Records, ...untouched.Records] };
    const messages = withReceipts(batch(missing, done, 'not json', paused, untouched, both, untouched));
    cloud.misbehave(pauseAfterFirst('paused'));
    const answer = await deliver(messages);
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

  it('waits if the job made no progress', async () => {
    const { deliver, lines } = deploy();
    const messages = withReceipts(batch(await upload('nowhere')));
    cloud.misbehave(({ method, key }) => {
      if (method === 'GET' && key === 'nowhere.zip') stop();
    });
    assert.deepEqual(await deliver(messages), failed('message-1'));
    assert.deepEqual([lines[0].errorCode, queue.requests], ['job/stopped', []]);
    // No manifest records it, so only this metric reports an archive that no delivery gets to read.
    assert.deepEqual([lines[0].level, lines[0].pausedArchives, lines[0].retriedArchives], ['warn', 0, 1]);
  });

  it('waits if another archive of the same message met a fault', async () => {
    const { deliver } = deploy();
    const paused = await upload('beside');
    const messages = withReceipts(batch({ Records: [...put('sluice-in', 'gone.zip').Records, ...paused.Records] }));
    cloud.misbehave(pauseAfterFirst('beside'));
    assert.deepEqual(await deliver(messages), failed('message-1'));
    assert.deepEqual(queue.requests, []);
  });

  it('is still reported as failed if the queue refuses, and the log says so', async () => {
    queue.answerWith(deny);
    for (const logLevel of ['warn', 'error']) {
      const { deliver, lines } = deploy({ SLUICE_LOG_LEVEL: logLevel });
      const name = `refused-${logLevel}`;
      const messages = withReceipts(batch(await upload(name)));
      cloud.misbehave(pauseAfterFirst(name));
      assert.deepEqual(await deliver(messages), failed('message-1'));
      const warnings = lines.filter(({ visibility }) => visibility);
      assert.equal(warnings.length, logLevel === 'warn' ? 1 : 0);
      for (const { level, requestId, messageIds, visibility } of warnings) {
        assert.deepEqual([level, requestId, messageIds], ['warn', 'request-1', ['message-1']]);
        assert.match(visibility, /timeout: AccessDenied.*; allow sqs:ChangeMessageVisibility on arn:/);
      }
    }
  });

  it('is reported as failed in time if the queue never answers, and the log says so', async () => {
    const { deliver, lines } = deploy();
    const messages = withReceipts(batch(await upload('unanswered')));
    cloud.misbehave(pauseAfterFirst('unanswered'));
    queue.answerWith(() => null);
    assert.deepEqual(await deliver(messages, { remainingMs: 400 }), failed('message-1'));
    assert.match(lines[1].visibility, /timeout: Error: no answer within 200 ms$/);
  });
});

/** @param {string | undefined} range */
function rangeLength(range = '') {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return Number(to) - Number(from) + 1;
}
