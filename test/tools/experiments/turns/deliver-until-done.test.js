import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliverUntilDone } from '../../../../experiments/turns/deliver-until-done.js';
import { archivesIn } from '../../../../src/lambda/events.js';
import { put } from '../../../support/cloud.js';

/** @import { Turn } from '../../../../experiments/turns/deliver-until-done.js' */

const FAILED = { kind: /** @type {const} */ ('returned'), error: null, answer: { batchItemFailures: [{}] } };
const DONE = { kind: /** @type {const} */ ('returned'), error: null, answer: { batchItemFailures: [] } };
const DIED = { kind: /** @type {const} */ ('died'), error: 'the process was killed' };
const STOPPED = { errorCode: 'job/stopped', status: null, peakRssBytes: 7 };
const COMPLETE = { errorCode: null, status: 'complete', peakRssBytes: 8 };

describe('deliverUntilDone', () => {
  it('redelivers the message, with its receive count, until the job is done, also after a process died', async () => {
    const { isDone, turns, deliveries } = await run([
      [FAILED, STOPPED],
      [DIED, null],
      [DONE, COMPLETE],
    ]);
    assert.equal(isDone, true);
    assert.deepEqual(deliveries, [1, 2, 3]);
    assert.deepEqual(
      turns.map(({ outcome, position, processPeakBytes }) => [outcome, position, processPeakBytes]),
      [
        ['job/stopped', 100, 7],
        ['died: the process was killed', 200, 0],
        ['complete', 300, 8],
      ],
    );
    assert.deepEqual([turns[0].cpuSeconds, turns[0].wallSeconds, turns[0].containerPeakBytes], [1, 2, 3]);
  });

  it('stops at the maximum receive count, as the queue does', async () => {
    const { isDone, turns } = await run(Array(4).fill([FAILED, STOPPED]));
    assert.deepEqual([isDone, turns.length], [false, 4]);
  });

  it('is not done if the archive is corrupt', async () => {
    const { isDone, turns } = await run([[DONE, { errorCode: 'archive/corrupt', status: 'partial' }]]);
    assert.deepEqual([isDone, turns.length], [false, 1]);
  });
});

/** @param {[invocation: any, log: object | null][]} script */
async function run(script) {
  const invocations = script.values();
  /** @type {(number | null)[]} */
  const deliveries = [];
  /** @type {Turn[]} */
  const reported = [];
  let position = 0;
  const { isDone, turns } = await deliverUntilDone({
    event: put('sluice-in', 'a.zip'),
    async invoke(message) {
      const [archive] = archivesIn(message);
      deliveries.push(archive.kind === 'archive' ? archive.deliveries : null);
      const [invocation, log] = /** @type {typeof script[number]} */ (invocations.next().value);
      const line = log === null ? undefined : JSON.stringify(log);
      return { invocation, line, cpuSeconds: 1, wallSeconds: 2, containerPeakBytes: 3 };
    },
    maxReceiveCount: 4,
    position: async () => {
      position += 100;
      return position;
    },
    onTurn: async turn => void reported.push(turn),
    stop: new AbortController().signal,
  });
  assert.deepEqual(reported, turns);
  return { isDone, turns, deliveries };
}
