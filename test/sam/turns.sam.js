import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startRecorder } from '../support/sqs-recorder.js';
import { writeZip } from '../support/zip-writer.js';
import { startSam } from './start-sam.js';

/** @import { FaultHook } from '../../local-s3/faults.js' */

/** @type {import('./start-sam.js').Sam} */
let sam;
before(
  async () => {
    sam = await startSam();
  },
  { timeout: 600_000 },
);
after(() => sam?.close());

describe('an entry that takes several invocations of 128 MB', { timeout: 600_000 }, () => {
  it('continues where the one before stopped, with the same output as in one invocation', async t => {
    const { content, edited } = tableOfNoise(60 * MIB);
    const { etag } = await sam.upload('in/turns.zip', writeZip([{ name: 'noise.csv', content, method: 0 }]));
    const replaced = { [CUSTOMERS]: etag, 'in/customers.zip': 'in/turns.zip' };
    sam.goWrong(slowly('in/turns.zip'));
    /** @type {number[]} */
    const positions = [];
    let last;
    let turns = 0;
    while (turns < MAX_TURNS && last?.status !== 'complete') {
      turns += 1;
      const { answer, summaries, output } = await sam.invoke('s3-put', replaced, {
        variables: RECIPE,
        memoryMegabytes: 128,
        timeoutSeconds: 6,
      });
      [last] = summaries;
      if (last?.status === 'complete') continue;
      assert.deepEqual([answer?.errorType, last?.errorCode], ['StoppedError', 'job/stopped'], output);
      // On a busy machine, the container may start so late that a turn ends before it got anywhere. It is not counted.
      if (!(await sam.list('in/turns/')).includes('in/turns/_checkpoint')) continue;
      const { bytesIn } = JSON.parse(await sam.read('in/turns/_manifest.json')).entries[0];
      if (bytesIn !== positions.at(-1)) positions.push(bytesIn);
    }
    t.diagnostic(`${positions.length} hand-overs, at ${positions.join(', ')} bytes`);
    assert.equal(last?.status, 'complete');
    assert.ok(positions.length >= 2, 'it was handed over more than once');
    // Turns that got no further than the one before are counted if they had read the checkpoint.
    assert.ok(last?.turns > positions.length && last?.turns <= turns, `${last?.turns} of ${turns} turns`);
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b),
    );
    assert.deepEqual(await sam.list('in/turns/'), ['in/turns/_manifest.json', 'in/turns/noise.csv']);
    assert.equal(sha256(await sam.read('in/turns/noise.csv')), sha256(edited));
  });

  it('makes its message visible within seconds, and fails no differently without a queue', async t => {
    const { content } = tableOfNoise(60 * MIB);
    const queue = await startRecorder(sam.hostAddress);
    t.after(queue.close);
    const { etag } = await sam.upload('in/queued.zip', writeZip([{ name: 'noise.csv', content, method: 0 }]));
    sam.goWrong(slowly('in/queued.zip'));
    for (const endpoint of [queue.endpoint, `http://${sam.hostAddress}:9`]) {
      const replaced = { [CUSTOMERS]: etag, 'in/customers.zip': 'in/queued.zip' };
      const { answer, summaries, output } = await sam.invoke('sqs-s3', replaced, {
        variables: { ...RECIPE, AWS_ENDPOINT_URL_SQS: endpoint },
        memoryMegabytes: 128,
        timeoutSeconds: 6,
      });
      assert.equal(answer?.batchItemFailures.length, 2, output);
      assert.deepEqual(
        summaries.map(({ errorCode }) => errorCode),
        ['job/stopped', 'job/stopped'],
      );
      t.diagnostic(`${Math.round(summaries[0].peakRssBytes / 1e6)} MB`);
      assert.equal(output.includes('ECONNREFUSED'), endpoint !== queue.endpoint, output);
    }
    // No time was left for the second message.
    assert.deepEqual(
      queue.changes().map(([, seconds]) => seconds),
      [5, 5],
    );
  });
});

/**
 * Delivers the archive so slowly that no machine can process all of it in the shortest time limit.
 *
 * @param {string} archive
 * @returns {FaultHook}
 */
function slowly(archive) {
  return ({ operation, key, headers }) =>
    operation === 'GetObject' && key === archive && rangeLength(headers.range) > 2 * MIB
      ? { stallMs: 400, cutAfterBytes: 6 * MIB }
      : undefined;
}

/**
 * An incompressible table, and the same without its last field.
 *
 * @param {number} bytes At least.
 */
function tableOfNoise(bytes) {
  const rows = ['id,noise,notes'];
  const edited = ['id,noise'];
  const noise = randomBytes(bytes / 2).toString('hex');
  for (let start = 0; start < noise.length; start += ROW) {
    const kept = `${start / ROW},${noise.slice(start, start + ROW)}`;
    edited.push(kept);
    rows.push(`${kept},x`);
  }
  return { content: Buffer.from(`${rows.join('\n')}\n`), edited: `${edited.join('\n')}\n` };
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** @param {string | undefined} range */
function rangeLength(range = '') {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return Number(to) - Number(from) + 1;
}

const MIB = 1024 ** 2;
const ROW = 1000;
const MAX_TURNS = 12;
const RECIPE = {
  SLUICE_RECIPE: JSON.stringify({ entries: [{ match: '**/*.csv', csv: { drop: ['notes'], require: ['noise'] } }] }),
};

// What the event has.
const CUSTOMERS = 'd41d8c5f9a0b204e98009982ecf8427e';
