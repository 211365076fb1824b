import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
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

const bounded = { timeout: 300_000 };

const OLD_TABLE = bigTable(7 * 1024 * 1024);
const NEW_TABLE = bigTable(6 * 1024 * 1024);
// Stored, so that most of the entry lies behind what is read early.
const OLD = writeZip([{ name: 'big.csv', content: OLD_TABLE, method: 0 }]);
const NEW = writeZip([{ name: 'big.csv', content: NEW_TABLE, method: 0 }]);

/**
 * Runs a job up to the read of the large entry. With a fault, that read fails, and the job runs up to the next one.
 *
 * @param {any} event
 * @param {Fault} [fault]
 */
async function readEntry(event, fault) {
  const job = await chain.begin(event, { SLUICE_RECIPE: RECIPE });
  assert.ok(await job.runTo(isEntryRead));
  if (fault) assert.ok(await job.runTo(isEntryRead, fault));
  return job;
}

/** @param {ObservedRequest} request */
function isEntryRead({ operation, headers }) {
  const [, start = 0] = headers.range?.match(/^bytes=(\d+)-/) ?? [];
  // Opening an archive reads its first and last mebibyte. The read of the entry begins behind the first.
  return operation === 'GetObject' && Number(start) >= 1024 ** 2 && Number(start) <= 1024 ** 2 + 300_000;
}

test('an archive that is overwritten in the middle of an entry is left to its newer event', bounded, async () => {
  const job = await readEntry(await chain.upload('overwritten.zip', OLD), { cutAfterBytes: 300_000 });
  const newer = await chain.upload('overwritten.zip', NEW);
  assert.equal(await job.run(), null);
  const { deliver, lines, requests, socketsInUse } = job.deployed;
  assert.deepEqual([lines[0].outcome, lines[0].error.code], ['failed', 'archive/changed']);
  const reads = requests.filter(({ operation, key }) => operation === 'GetObject' && key === 'overwritten.zip');
  assert.equal(reads.length, 4, 'the archive’s start and end, the entry, and the entry from where it broke');
  await chain.assertNothingOf('overwritten');
  assert.deepEqual(await chain.unfinishedUploads('overwritten'), []);
  assert.equal(socketsInUse(), 0);
  await deliver(newer);
  assert.equal(lines[1].status, 'complete');
  assert.deepEqual(await chain.read('overwritten/big.csv'), withoutNotes(NEW_TABLE));
});

test('an archive that is overwritten before an entry is read is left to its newer event', bounded, async () => {
  const job = await readEntry(await chain.upload('swapped.zip', OLD));
  const newer = await chain.upload('swapped.zip', NEW);
  await job.run();
  assert.equal(job.lines[0].error.code, 'archive/changed');
  await chain.assertNothingOf('swapped');
  await job.deployed.deliver(newer);
  assert.deepEqual(await chain.read('swapped/big.csv'), withoutNotes(NEW_TABLE));
});

test('an archive that is deleted in the middle of an entry leaves nothing behind', bounded, async () => {
  const job = await readEntry(await chain.upload('deleted.zip', OLD), { cutAfterBytes: 1 });
  await chain.client.send(new DeleteObjectCommand({ Bucket: 'sluice-in', Key: 'deleted.zip' }));
  await job.run();
  assert.equal(job.lines[0].error.code, 'archive/changed');
  await chain.assertNothingOf('deleted');
  assert.deepEqual(await chain.unfinishedUploads('deleted'), []);
});

test('a version is read to its end, whatever is uploaded over it', bounded, async () => {
  const job = await readEntry(await chain.upload('pinned.zip', OLD, 'sluice-versioned'), { cutAfterBytes: 300_000 });
  await chain.upload('pinned.zip', NEW, 'sluice-versioned');
  await job.run();
  assert.equal(job.lines[0].status, 'complete');
  assert.deepEqual(await chain.read('pinned/big.csv'), withoutNotes(OLD_TABLE));
});

test(
  'an archive that is overwritten after its last byte was read is done, and the newer upload is not deleted',
  bounded,
  async () => {
    const env = { SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: 'delete' };
    const job = await chain.begin(await chain.upload('just-read.zip', OLD), env);
    assert.ok(await job.runTo(({ operation }) => operation === 'CompleteMultipartUpload'));
    const newer = await chain.upload('just-read.zip', NEW);
    assert.equal(await job.run(), null);
    assert.equal(job.lines[0].status, 'complete');
    assert.deepEqual(await chain.read('just-read/big.csv'), withoutNotes(OLD_TABLE));
    const { eTag } = newer.Records[0].s3.object;
    assert.deepEqual(await chain.archives('just-read'), [['just-read.zip', `"${eTag}"`, '']]);
    await job.deployed.deliver(newer);
    assert.deepEqual(await chain.read('just-read/big.csv'), withoutNotes(NEW_TABLE));
    assert.deepEqual(await chain.archives('just-read'), []);
  },
);
