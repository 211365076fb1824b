import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { StoppedError } from '../../src/errors.js';
import { batch, failure } from '../support/cloud.js';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { RECIPE } from './versions.js';

/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const TABLE = bigTable(5.5 * 1024 * 1024);
const ARCHIVE = writeZip([
  { name: 'first.csv', content: 'id,notes\n1,a\n2\n' },
  { name: 'big.csv', content: TABLE },
  { name: 'last.txt', content: 'after it' },
]);
const NEVER = 60_000;

// There it waits for longer than it has time. Where bytes still come, it is paused before it has to be stopped.
/** @type {[title: string, is: (request: ObservedRequest) => boolean, Fault][]} */
const STALLS = [
  ['waits for the answer to a read', isEntryRead, { stallMs: NEVER }],
  ['waits for the bytes of a read', isEntryRead, { stallAfterBytes: 300_000 }],
  ['begins an upload', ({ operation }) => operation === 'CreateMultipartUpload', { stallMs: 3_000 }],
  ['sends a part', ({ operation }) => operation === 'UploadPart', { stallMs: NEVER }],
];

/** @param {ObservedRequest} request */
function isEntryRead({ operation, headers }) {
  const [, start = 0] = headers.range?.match(/^bytes=(\d+)-/) ?? [];
  return operation === 'GetObject' && Number(start) > 0 && Number(start) < 200;
}

/** @type {[operation: string, suffix: string, fault: Fault][]} */
const SILENCES = [
  ['HeadObject', '.zip', { stallMs: NEVER }],
  ['GetObject', '_manifest.json', { stallAfterBytes: 10 }],
  ['ListObjectsV2', '', { stallAfterBytes: 10 }],
  ['GetObject', '.zip', { stallMs: NEVER }],
  ['GetObject', '.zip', { stallAfterBytes: 0 }],
  ['GetObject', '.zip', { stallAfterBytes: 100_000 }],
  ['CreateMultipartUpload', '', { stallMs: NEVER }],
  ['UploadPart', '', { stallMs: NEVER }],
  ['CompleteMultipartUpload', '', { stallMs: NEVER }],
  ['PutObject', 'last.txt', { stallMs: NEVER }],
  ['PutObject', '_manifest.json', { stallMs: NEVER }],
];

describe('a job that has to wait', { timeout: 100_000, concurrency: 3 }, () => {
  it('a job whose time runs out notes how far it came, and the next delivery goes on from there', {
    timeout: 90_000,
    concurrency: 4,
  }, async t => {
    await Promise.all(
      STALLS.map(([title, is, fault], index) =>
        t.test(`while it ${title}`, { timeout: 60_000 }, async () => {
          const place = `stopped-${index}`;
          const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: 'tag' });
          const event = await chain.upload(`${place}.zip`, ARCHIVE);
          deployed.fault = request => (is(request) ? fault : undefined);
          const start = performance.now();
          assert.ok((await failure(deployed.deliver(event, { remainingMs: 2_500 }))) instanceof StoppedError);
          assert.ok(performance.now() - start < 6_000);
          assert.equal(deployed.socketsInUse(), 0);
          const written = await chain.outputs(place);
          const isPaused = written.delete(`${place}/_checkpoint`);
          if (!isPaused) assert.deepEqual(await chain.unfinishedUploads(place), []);
          const unfinished = await chain.manifest(place);
          assert.equal(unfinished.status, 'unfinished');
          assert.deepEqual(
            unfinished.entries.map(({ status }) => status),
            ['written', 'pending', 'pending'],
          );
          assert.deepEqual([...written.keys()], [`${place}/first.csv`, `_rejected/${place}/first.csv`]);
          const uploads = await uploadsOf(written);
          assert.equal((await chain.archives(place))[0]?.[2], '', 'what becomes of the archive waits');

          deployed.recover();
          await deployed.deliver(event);
          const manifest = await chain.manifest(place);
          assert.deepEqual(
            [manifest.status, manifest.totals.written, manifest.totals.recordsRead > 2],
            ['complete', 3, true],
          );
          assert.deepEqual(manifest.entries[0], unfinished.entries[0]);
          assert.deepEqual(await uploadsOf(written), uploads, 'what was written is not written again');
          assert.deepEqual(await chain.read(`${place}/big.csv`), withoutNotes(TABLE));
          assert.deepEqual(await chain.unfinishedUploads(place), []);
          assert.equal((await chain.outputs(place)).has(`${place}/_checkpoint`), false);
          assert.equal((await chain.archives(place))[0]?.[2], 'sluice=processed');
        }),
      ),
    );
  });

  it('an unfinished job of a queue is reported for its message only', { timeout: 60_000 }, async () => {
    const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
    const small = await chain.upload('queued.zip', writeZip([{ name: 'a.txt', content: 'a' }]));
    const large = await chain.upload('queued-large.zip', ARCHIVE);
    deployed.fault = ({ operation }) => (operation === 'UploadPart' ? { stallMs: NEVER } : undefined);
    const messages = batch(small, large, small);
    assert.deepEqual(await deployed.deliver(messages, { remainingMs: 2_500 }), {
      batchItemFailures: [{ itemIdentifier: 'message-2' }, { itemIdentifier: 'message-3' }],
    });
    deployed.recover();
    assert.deepEqual(await deployed.deliver(batch(large, small)), { batchItemFailures: [] });
    assert.equal((await chain.manifest('queued-large')).status, 'complete');
  });

  it('a connection on which nothing moves any more is given up, and the job goes on', {
    timeout: 90_000,
    concurrency: 4,
  }, async t => {
    const { deliver } = await chain.deploy();
    const before = writeZip([{ name: 'last.txt', content: 'an earlier version' }]);
    await Promise.all(
      SILENCES.map(([operation, suffix, fault], index) =>
        t.test(`${operation} ${suffix} ${JSON.stringify(fault)}`, { timeout: 60_000 }, async () => {
          const place = `stalled-${index}`;
          await deliver(await chain.upload(`${place}.zip`, before));
          const event = await chain.upload(`${place}.zip`, ARCHIVE);
          const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE }, { requestHandler: { socketTimeout: 700 } });
          let times = 0;
          deployed.fault = request => {
            if (request.operation !== operation || !request.key.endsWith(suffix)) return;
            times += 1;
            return times === 1 ? fault : undefined;
          };
          await deployed.deliver(event);
          assert.ok(times > 1, 'it was asked for again');
          assert.equal(deployed.lines[0].status, 'complete');
          assert.deepEqual(await chain.read(`${place}/big.csv`), withoutNotes(TABLE));
          assert.equal(String(await chain.read(`${place}/last.txt`)), 'after it');
          assert.deepEqual(await chain.unfinishedUploads(place), []);
          assert.equal(deployed.socketsInUse(), 0);
        }),
      ),
    );
  });
});

/**
 * By which upload each object was made: another one may well have the same bytes.
 *
 * @param {Map<string, string>} outputs
 */
async function uploadsOf(outputs) {
  const heads = await Promise.all([...outputs.keys()].map(key => chain.head(key)));
  return heads.map(({ ETag, Metadata }) => [ETag, Metadata?.['sluice-upload']]);
}
