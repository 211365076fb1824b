import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AbortMultipartUploadCommand } from '@aws-sdk/client-s3';
import { StorageError } from '../../src/errors.js';
import { ARCHIVE, beginTurns, MIB } from './turns-in-s3.js';

const bounded = { timeout: 300_000 };
const FAULT = new StorageError('storage/unreachable', 'a fault of the storage');

test('an entry takes three turns in one multipart upload', bounded, async t => {
  const job = await beginTurns(t);
  for (const pauseAfter of [110, 20]) {
    const { error } = await job.turn({ pauseAfter });
    assert.equal(error.code, 'job/stopped');
    assert.equal((await job.uploads()).length, 1);
  }
  const { manifest } = await job.turn();
  assert.deepEqual([manifest.status, manifest.turns], ['complete', 3]);
  await job.assertDone();
});

test(
  'a fault of the storage in a turn leaves checkpoint and upload as they were, and the next turn finishes',
  bounded,
  async t => {
    const job = await beginTurns(t);
    assert.equal((await job.turn({ pauseAfter: 110 })).error.code, 'job/stopped');
    const before = await job.checkpointETag();
    for (const failAfter of [1, 20]) {
      assert.equal((await job.turn({ failAfter, fault: FAULT })).error, FAULT);
      assert.equal(await job.checkpointETag(), before);
      assert.equal((await job.uploads()).length, 1);
    }
    assert.equal((await job.turn()).manifest.status, 'complete');
    await job.assertDone();
  },
);

test('after its upload was aborted between two turns, an entry starts again in the next turn', bounded, async t => {
  const job = await beginTurns(t);
  await job.turn({ pauseAfter: 110 });
  await abortUpload(job);
  assert.equal((await job.turn()).manifest.status, 'complete');
  await job.assertDone();
});

test(
  'after its upload was aborted, and a pause in the turn that finds out, the next turn resumes the new upload',
  bounded,
  async t => {
    const job = await beginTurns(t);
    await job.turn({ pauseAfter: 110 });
    await abortUpload(job);
    assert.equal((await job.turn({ pauseAfter: 130 })).error.code, 'job/stopped');
    assert.equal((await job.turn()).manifest.status, 'complete');
    await job.assertDone();
  },
);

test('corrupt bytes behind the checkpoint fail the entry, and leave no upload and no checkpoint', bounded, async t => {
  const job = await beginTurns(t);
  await job.turn({ pauseAfter: 110 });
  const zip = Buffer.from(ARCHIVE);
  zip[9 * MIB] ^= 1;
  const { manifest } = await job.turn({ zip });
  assert.equal(manifest.status, 'partial');
  assert.equal(manifest.entries[0].error.code, 'archive/crc-mismatch');
  assert.deepEqual(await job.keys(), ['out/x/_manifest.json', 'out/x/b']);
  assert.deepEqual(await job.uploads(), []);
});

/** @param {Awaited<ReturnType<typeof beginTurns>>} job */
async function abortUpload(job) {
  const [{ Key = '', UploadId = '' }] = /** @type {any[]} */ (await job.uploads());
  await job.client.send(new AbortMultipartUploadCommand({ Bucket: 'bucket', Key, UploadId }));
}
