import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { RECIPE } from './versions.js';

/** @import { Fault } from '../../local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 60_000 };

const OLD_TABLE = bigTable(7 * 1024 * 1024);
const NEW_TABLE = bigTable(6 * 1024 * 1024);
const OLD = writeZip([{ name: 'big.csv', content: OLD_TABLE }]);
const NEW = writeZip([{ name: 'big.csv', content: NEW_TABLE }]);

/**
 * A function to whose archive something happens when it reads the large entry: before that, or, where the first body is
 * cut, in the middle of it.
 *
 * @param {() => Promise<unknown>} happen
 * @param {Fault} [cut]
 */
async function interrupted(happen, cut) {
  const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
  let times = 0;
  deployed.fault = async ({ operation, headers }) => {
    const start = Number(headers.range?.match(/^bytes=(\d+)-/)?.[1] ?? OLD.length);
    if (operation !== 'GetObject' || start > 300_000) return;
    times += 1;
    if (times === 1 && cut) return cut;
    if (times === (cut ? 2 : 1)) await happen();
  };
  return deployed;
}

test('an archive that is overwritten in the middle of an entry is left to its newer event', bounded, async () => {
  const older = await chain.upload('overwritten.zip', OLD);
  /** @type {any} */
  let newer;
  const overwrite = async () => {
    newer = await chain.upload('overwritten.zip', NEW);
  };
  const { deliver, lines, requests, socketsInUse } = await interrupted(overwrite, { cutAfterBytes: 300_000 });
  assert.deepEqual(await deliver(older), { batchItemFailures: [] });
  assert.deepEqual([lines[0].outcome, lines[0].error.code], ['failed', 'archive/changed']);
  const reads = requests.filter(({ operation, key }) => operation === 'GetObject' && key === 'overwritten.zip');
  assert.equal(reads.length, 3, 'the directory, the entry, and the entry from where it broke');
  await chain.assertNothingOf('overwritten');
  assert.deepEqual(await chain.unfinishedUploads('overwritten'), []);
  assert.equal(socketsInUse(), 0);
  await deliver(newer);
  assert.equal(lines[1].status, 'complete');
  assert.deepEqual(await chain.read('overwritten/big.csv'), withoutNotes(NEW_TABLE));
});

test('an archive that is overwritten before an entry is read is left to its newer event', bounded, async () => {
  const older = await chain.upload('swapped.zip', OLD);
  /** @type {any} */
  let newer;
  const { deliver, lines } = await interrupted(async () => {
    newer = await chain.upload('swapped.zip', NEW);
  });
  await deliver(older);
  assert.equal(lines[0].error.code, 'archive/changed');
  await chain.assertNothingOf('swapped');
  await deliver(newer);
  assert.deepEqual(await chain.read('swapped/big.csv'), withoutNotes(NEW_TABLE));
});

test('an archive that is deleted in the middle of an entry leaves nothing behind', bounded, async () => {
  const event = await chain.upload('deleted.zip', OLD);
  const remove = () => chain.client.send(new DeleteObjectCommand({ Bucket: 'sluice-in', Key: 'deleted.zip' }));
  const { deliver, lines } = await interrupted(remove, { cutAfterBytes: 1 });
  await deliver(event);
  assert.equal(lines[0].error.code, 'archive/changed');
  await chain.assertNothingOf('deleted');
  assert.deepEqual(await chain.unfinishedUploads('deleted'), []);
});

test('a version is read on to its end, whatever is put on top of it', bounded, async () => {
  const older = await chain.upload('pinned.zip', OLD, 'sluice-versioned');
  const overwrite = () => chain.upload('pinned.zip', NEW, 'sluice-versioned');
  const { deliver, lines } = await interrupted(overwrite, { cutAfterBytes: 300_000 });
  await deliver(older);
  assert.equal(lines[0].status, 'complete');
  assert.deepEqual(await chain.read('pinned/big.csv'), withoutNotes(OLD_TABLE));
});

test(
  'an archive that is overwritten after its last byte was read is done, and the newer upload is not deleted',
  bounded,
  async () => {
    const older = await chain.upload('just-read.zip', OLD);
    const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: 'delete' });
    /** @type {any} */
    let newer;
    deployed.fault = async ({ operation }) => {
      if (operation === 'CompleteMultipartUpload') newer ??= await chain.upload('just-read.zip', NEW);
    };
    await deployed.deliver(older);
    assert.equal(deployed.lines[0].status, 'complete');
    assert.deepEqual(await chain.read('just-read/big.csv'), withoutNotes(OLD_TABLE));
    const { eTag } = newer.Records[0].s3.object;
    assert.deepEqual(await chain.archives('just-read'), [['just-read.zip', `"${eTag}"`, '']]);
    await deployed.deliver(newer);
    assert.deepEqual(await chain.read('just-read/big.csv'), withoutNotes(NEW_TABLE));
    assert.deepEqual(await chain.archives('just-read'), []);
  },
);
