import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateRawSync } from 'node:zlib';
import { AbortMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { destinationStore } from '../../src/checkpoint/store.js';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { memorySource } from '../support/memory-source.js';
import '../support/own-process.js';
import { randomOf } from '../support/random.js';
import { contentOf } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';
import { FILLER, SOURCE_URI } from './turns.js';
import { ARCHIVE, BYTES, beginTurns, recipe } from './turns-in-s3.js';

const bounded = { timeout: 300_000 };

test('a checkpoint with any byte changed is not resumed from, and is replaced', bounded, async t => {
  const job = await beginTurns(t);
  const random = randomOf(3);
  for (let index = 0; index < 3; index += 1) {
    await job.turn({ pauseAfter: 110 });
    const Key = 'out/x/_checkpoint';
    const bytes = await contentOf(job.client, Key);
    bytes[random.below(bytes.length)] ^= 1 << random.below(8);
    await job.client.send(new PutObjectCommand({ Bucket: 'bucket', Key, Body: bytes, ...(await job.metadata(Key)) }));
    const [{ UploadId, Key: to }] = /** @type {any[]} */ (await job.uploads());
    const { manifest } = await job.turn();
    assert.equal(manifest.status, 'complete');
    // Nothing knows of its upload now.
    await job.client.send(new AbortMultipartUploadCommand({ Bucket: 'bucket', Key: to, UploadId }));
    await job.assertDone();
    await job.empty();
  }
});

test('a checkpoint of another version of the archive is removed with its upload', bounded, async t => {
  const job = await beginTurns(t);
  await job.turn({ pauseAfter: 110 });
  assert.equal((await job.turn({ etag: 'another' })).manifest.status, 'complete');
  await job.assertDone();
});

test('the checkpoint and upload of an archive that can no longer be read are removed', bounded, async t => {
  const job = await beginTurns(t);
  await job.turn({ pauseAfter: 110 });
  const { manifest } = await job.turn({ zip: Buffer.from('no zip'), etag: 'another' });
  assert.equal(manifest.status, 'failed');
  assert.deepEqual(await job.keys(), ['out/x/_manifest.json']);
  assert.deepEqual(await job.uploads(), []);
});

test(
  'a job that another one has completed without a checkpoint leaves no checkpoint and no upload',
  bounded,
  async t => {
    const job = await beginTurns(t);
    await job.turn({ pauseAfter: 110 });
    assert.equal((await job.turn({ store: undefined })).manifest.status, 'complete');
    assert.equal((await job.uploads()).length, 1);
    await job.turn();
    await job.assertDone();
  },
);

test(
  'a job that another one completes without a checkpoint while it begins leaves no checkpoint and no upload',
  bounded,
  async t => {
    const job = await beginTurns(t);
    await job.turn({ pauseAfter: 110 });
    const destination = await openDestination('s3://bucket/out', { s3: () => job.client });
    const store = destinationStore(destination, 'x');
    let isFirst = true;
    const read = async () => {
      const bytes = await store.read();
      if (isFirst) assert.equal((await job.turn({ store: undefined })).manifest.status, 'complete');
      isFirst = false;
      return bytes;
    };
    const turn = { pause: new AbortController().signal, remainingMs: () => 0, store: { ...store, read } };
    const { result } = await processArchive({
      source: memorySource(ARCHIVE, { uri: SOURCE_URI }),
      destination,
      recipe,
      turn,
    });
    await destination.close();
    assert.equal(result, 'already-done');
    await job.assertDone();
  },
);

test('the bytes of a checkpoint are released as soon as its entry has resumed', bounded, async t => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const job = await beginTurns(t);
  // A deflated entry, because the engine's state then has a window, which is a view of the whole checkpoint.
  const deflated = { name: 'a', content: BYTES, raw: deflateRawSync(BYTES, { level: 1 }) };
  const zip = writeZip([deflated, { name: 'b', content: 'b' }, FILLER]);
  await job.turn({ zip, pauseAfter: 110 });
  const destination = await openDestination('s3://bucket/out', { s3: () => job.client });
  const store = destinationStore(destination, 'x');
  /** @type {WeakRef<ArrayBuffer> | undefined} */
  let held;
  const read = async () => {
    const bytes = await store.read();
    const own = Buffer.from(new Uint8Array(bytes ?? []).buffer);
    held = new WeakRef(/** @type {ArrayBuffer} */ (own.buffer));
    return own;
  };
  let steps = 0;
  let isHeld = true;
  const turn = { pause: new AbortController().signal, remainingMs: () => 0, store: { ...store, read } };
  await processArchive({
    source: memorySource(zip, { uri: SOURCE_URI }),
    destination,
    recipe,
    turn,
    onProgress() {
      steps += 1;
      if (steps !== 30) return;
      collect();
      isHeld = held?.deref() !== undefined;
    },
  });
  assert.ok(held !== undefined && steps > 30);
  assert.equal(isHeld, false);
  await job.assertDone();
});
