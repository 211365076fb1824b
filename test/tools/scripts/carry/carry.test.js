import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { carry } from '../../../../scripts/carry/carry.js';
import { archivesIn } from '../../../../src/lambda/events.js';
import { put } from '../../../support/cloud.js';

/** @import { Turn } from '../../../../scripts/carry/carry.js' */

const FAILED = { kind: /** @type {const} */ ('returned'), error: null, answer: { batchItemFailures: [{}] } };
const DONE = { kind: /** @type {const} */ ('returned'), error: null, answer: { batchItemFailures: [] } };
const DIED = { kind: /** @type {const} */ ('died'), error: 'the process was killed' };
const STOPPED = { errorCode: 'job/stopped', status: null, peakRssBytes: 7 };
const COMPLETE = { errorCode: null, status: 'complete', peakRssBytes: 8 };

describe('carry', () => {
  it('delivers the message until it is done, with its count, also after a process died', async () => {
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

  it('gives up where the queue would', async () => {
    const { isDone, turns } = await run(Array(4).fill([FAILED, STOPPED]));
    assert.deepEqual([isDone, turns.length], [false, 4]);
  });

  it('is not done where the archive is wrong', async () => {
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
  const told = [];
  let position = 0;
  const { isDone, turns } = await carry({
    event: put('sluice-in', 'a.zip'),
    async invoke(message) {
      const [archive] = archivesIn(message);
      deliveries.push('deliveries' in archive ? archive.deliveries : null);
      const [invocation, log] = /** @type {typeof script[number]} */ (invocations.next().value);
      const line = log === null ? undefined : JSON.stringify(log);
      return { invocation, line, cpuSeconds: 1, wallSeconds: 2, containerPeakBytes: 3 };
    },
    maxReceiveCount: 4,
    position: async () => {
      position += 100;
      return position;
    },
    onTurn: async turn => void told.push(turn),
    stop: new AbortController().signal,
  });
  assert.deepEqual(told, turns);
  return { isDone, turns, deliveries };
}
