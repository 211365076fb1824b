import assert from 'node:assert/strict';
import { after, before, describe, it, mock, test } from 'node:test';
import { StoppedError } from '../../src/errors.js';
import { batch } from '../support/cloud.js';
import '../support/own-process.js';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { nth } from './stoppable-job.js';
import { RECIPE } from './versions.js';

/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
// Before the clock is stopped.
const { setTimeout: realTimeout } = globalThis;
before(async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  chain = await startChain();
});
after(() => chain?.close());

const TABLE = bigTable(5.5 * 1024 * 1024);
const ARCHIVE = writeZip([
  { name: 'first.csv', content: 'id,notes\n1,a\n2\n' },
  // Stored, so that most of the entry lies behind what is read early.
  { name: 'big.csv', content: TABLE, method: 0 },
  { name: 'last.txt', content: 'after it' },
]);
const NEVER = 1_000_000_000;

/** @param {ObservedRequest} request */
function isEntryRead({ operation, headers }) {
  // Opening an archive reads its first mebibyte. The read of the large entry begins behind it.
  return operation === 'GetObject' && headers.range?.startsWith(`bytes=${1024 ** 2}-`) === true;
}

/** @param {string} name */
const is =
  name =>
  (/** @type {ObservedRequest} */ { operation }) =>
    operation === name;

describe('a job whose time runs out records its progress, and the next delivery continues from there:', () => {
  // The request stalls for longer than the job has time. The upload begins late, but before the job gives up on it.
  /** @type {[title: string, isStalled: (request: ObservedRequest) => boolean, Fault, waitMs?: number][]} */
  const STALLS = [
    ['it waits for the answer to a read', isEntryRead, { stallMs: NEVER }],
    ['it waits for the bytes of a read', isEntryRead, { stallAfterBytes: 300_000 }],
    ['it begins an upload', is('CreateMultipartUpload'), {}, 3_000],
    ['it sends a part', is('UploadPart'), { stallMs: NEVER }],
  ];
  for (const [index, [title, isStalled, fault, waitMs]] of STALLS.entries()) {
    it(title, async () => {
      const folder = `stopped-${index}`;
      const event = await chain.upload(`${folder}.zip`, ARCHIVE);
      const job = await beginWithClock(event, { SLUICE_SOURCE_AFTERWARDS: 'tag' });
      assert.ok(await job.runTo(isStalled));
      assert.ok((await job.runOutOfTime(fault, waitMs)) instanceof StoppedError);
      assert.equal(job.deployed.socketsInUse(), 0);
      const written = await chain.outputs(folder);
      const isPaused = written.delete(`${folder}/_checkpoint`);
      if (!isPaused) assert.deepEqual(await chain.unfinishedUploads(folder), []);
      const unfinished = await chain.manifest(folder);
      assert.equal(unfinished.status, 'unfinished');
      // While the last part of an entry is on its way, the entry behind it may be published.
      const last = written.has(`${folder}/last.txt`) ? 'written' : 'pending';
      assert.deepEqual(
        unfinished.entries.map(({ status }) => status),
        ['written', 'pending', last],
      );
      assert.deepEqual(
        [...written.keys()],
        [
          ...[`${folder}/first.csv`, ...(last === 'written' ? [`${folder}/last.txt`] : [])],
          ...[`_rejected/${folder}/first.csv`, `_reasons/${folder}/first.csv.jsonl`],
        ],
      );
      const uploads = await uploadsOf(written);
      assert.equal((await chain.archives(folder))[0]?.[2], '', 'the archive is not touched yet');

      await job.redeliver();
      const manifest = await chain.manifest(folder);
      assert.deepEqual(
        [manifest.status, manifest.totals.written, manifest.totals.recordsRead > 2],
        ['complete', 3, true],
      );
      assert.deepEqual(manifest.entries[0], unfinished.entries[0]);
      assert.deepEqual(await uploadsOf(written), uploads, 'what was written is not written again');
      assert.deepEqual(await chain.read(`${folder}/big.csv`), withoutNotes(TABLE));
      assert.deepEqual(await chain.unfinishedUploads(folder), []);
      assert.equal((await chain.outputs(folder)).has(`${folder}/_checkpoint`), false);
      assert.equal((await chain.archives(folder))[0]?.[2], 'sluice=processed');
    });
  }
});

test('an unfinished job of a queue is reported for its message, and so are the messages after it', async () => {
  const small = await chain.upload('queued.zip', writeZip([{ name: 'a.txt', content: 'a' }]));
  const large = await chain.upload('queued-large.zip', ARCHIVE);
  const job = await beginWithClock(batch(small, large, small));
  assert.ok(await job.runTo(is('UploadPart')));
  assert.equal(await job.runOutOfTime({ stallMs: NEVER }), null);
  assert.deepEqual(job.answer(), {
    batchItemFailures: [{ itemIdentifier: 'message-2' }, { itemIdentifier: 'message-3' }],
  });
  const { deployed } = job;
  deployed.recover();
  assert.deepEqual(await deployed.deliver(batch(large, small)), { batchItemFailures: [] });
  assert.equal((await chain.manifest('queued-large')).status, 'complete');
});

test('a job whose time runs out while many small outputs are on their way stops in time, and the next delivery does what is left', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `${index}`.padStart(2, '0'));
  const folder = 'stopped-small';
  const event = await chain.upload(`${folder}.zip`, writeZip(names.map(name => ({ name, content: name }))));
  const job = await beginWithClock(event, { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128' }, 60_000);
  const { deployed } = job;
  // Every other output is never answered for, so that these are all that are on their way in the end.
  const isStuck = (/** @type {ObservedRequest} */ { operation, key }) =>
    operation === 'PutObject' && /[13579]$/.test(key);
  const { fault } = deployed;
  deployed.fault = async (request, index) => {
    const its = await fault(request, index);
    return isStuck(request) ? { stallMs: NEVER } : its;
  };
  assert.ok(await job.runTo(nth(4, isStuck)));
  assert.ok((await job.runOutOfTime({})) instanceof StoppedError);
  assert.equal(deployed.socketsInUse(), 0);
  const unfinished = await chain.manifest(folder);
  assert.equal(unfinished.status, 'unfinished');
  const there = await chain.outputs(folder);
  const listed = unfinished.entries.filter(({ status }) => status === 'written').map(({ path }) => `${folder}/${path}`);
  assert.ok(listed.length > 0 && listed.length < names.length / 2);
  const written = new Map(listed.map(key => [key, there.get(key) ?? assert.fail(`${key} is missing`)]));
  const uploads = await uploadsOf(written);

  await job.redeliver();
  assert.equal((await chain.manifest(folder)).status, 'complete');
  assert.deepEqual(await chain.texts(folder), Object.fromEntries(names.map(name => [`${folder}/${name}`, name])));
  assert.deepEqual(await uploadsOf(written), uploads, 'what was written is not written again');
});

/**
 * A job on a clock that stands still until `runOutOfTime`.
 *
 * @param {unknown} event
 * @param {Record<string, string>} [env]
 * @param {number} [remainingMs] What it has on that clock.
 */
async function beginWithClock(event, env, remainingMs = 2_500) {
  const job = await chain.begin(event, { SLUICE_RECIPE: RECIPE, ...env }, { remainingMs });
  const { deployed } = job;
  /** @type {unknown} */
  let answer;
  const { deliver } = deployed;
  deployed.deliver = async (...delivery) => {
    const its = await deliver(...delivery);
    answer ??= its;
    return its;
  };
  return {
    ...job,
    answer: () => answer,

    /**
     * Lets the clock run until the job has ended, soon after its time is up.
     *
     * @param {Fault} fault What happens to the request that waits.
     * @param {number} [waitMs] How long that request waits on that clock before.
     */
    async runOutOfTime(fault, waitMs = 0) {
      let ms = 0;
      const tick = async () => {
        await new Promise(resolve => realTimeout(resolve, 10));
        // Slower once the time is up: a busy machine needs real time to stop the job.
        const step = ms < 0.8 * remainingMs ? remainingMs / 50 : remainingMs / 500;
        mock.timers.tick(step);
        ms += step;
      };
      while (ms < waitMs) await tick();
      let isOver = false;
      const end = job.run(fault).finally(() => {
        isOver = true;
      });
      // A request that is under way when the time is up is waited for, at most four seconds.
      const endMs = Math.max(6_000, remainingMs);
      while (!isOver && ms < endMs) await tick();
      const error = await end;
      assert.ok(ms < endMs, 'it stops in time');
      return error;
    },
  };
}

/**
 * The upload that made each object, because another upload may have the same bytes.
 *
 * @param {Map<string, string>} outputs
 */
async function uploadsOf(outputs) {
  const heads = await Promise.all([...outputs.keys()].map(key => chain.head(key)));
  return heads.map(({ ETag, Metadata }) => [ETag, Metadata?.['sluice-upload']]);
}
