import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { destinationStore } from '../../src/checkpoint-store.js';
import { openDestination } from '../../src/destination/open-destination.js';
import { StorageError } from '../../src/errors.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { unlikeBytes } from '../destination/resumable-fixture.js';
import { contentOf } from '../destination/s3-fixture.js';
import { writeZip } from '../fixtures/zip-writer.js';
import { randomOf } from '../fuzz/random.js';
import { localS3 } from '../s3-fixture.js';
import { FILLER, takeTurn } from './turns.js';

/** @import { TestContext } from 'node:test' */
/** @import { Turned } from './turns.js' */

const MIB = 1024 * 1024;
const bounded = { timeout: 60_000 };
const BYTES = unlikeBytes(13 * MIB);
const recipe = await compileRecipe({ entries: [{ match: FILLER.name, skip: true }] });
const ARCHIVE = writeZip([{ name: 'a', content: BYTES, method: 0 }, { name: 'b', content: 'b' }, FILLER]);

/**
 * A job from memory to S3, with its checkpoint there, of which every turn has a destination of its own.
 *
 * @param {TestContext} t
 */
async function begin(t) {
  const { client, s3 } = await localS3(t);
  const list = async () => (await client.send(new ListObjectsV2Command({ Bucket: 'bucket' }))).Contents ?? [];
  return {
    client,
    /** @param {Partial<Turned>} [how] */
    async turn(how) {
      const destination = await openDestination('s3://bucket/out', { s3 });
      const store = destinationStore(destination, 'x');
      const turn = await takeTurn({ zip: ARCHIVE, recipe, destination, store, ...how });
      await destination.close();
      return turn;
    },
    keys: async () => (await list()).map(({ Key }) => Key),
    uploads: async () => (await client.send(new ListMultipartUploadsCommand({ Bucket: 'bucket' }))).Uploads ?? [],
    checkpointETag: async () => (await list()).find(({ Key }) => Key === 'out/x/_checkpoint')?.ETag,
    metadata: async (/** @type {string} */ Key) => {
      const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: 'bucket', Key }));
      return { Metadata };
    },
    async empty() {
      for (const { Key } of await list()) await client.send(new DeleteObjectCommand({ Bucket: 'bucket', Key }));
    },
    async assertDone() {
      const names = await this.keys();
      assert.deepEqual(names, ['out/x/_manifest.json', 'out/x/a', 'out/x/b']);
      assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
      assert.deepEqual(await this.uploads(), []);
    },
  };
}

const STOPPED = { code: 'job/stopped' };
const FAULT = new StorageError('storage/unreachable', 'a fault of the storage');

test('an entry goes on over three turns in one multipart upload', bounded, async t => {
  const job = await begin(t);
  for (const pauseAfter of [130, 30]) {
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
    const job = await begin(t);
    assert.equal((await job.turn({ pauseAfter: 130 })).error.code, STOPPED.code);
    const before = await job.checkpointETag();
    for (const failAfter of [1, 60]) {
      assert.equal((await job.turn({ failAfter, fault: FAULT })).error, FAULT);
      assert.equal(await job.checkpointETag(), before);
      assert.equal((await job.uploads()).length, 1);
    }
    assert.equal((await job.turn()).manifest.status, 'complete');
    await job.assertDone();
  },
);

test('an upload that was aborted meanwhile: the entry starts again in the same turn', bounded, async t => {
  const job = await begin(t);
  await job.turn({ pauseAfter: 130 });
  const [{ Key = '', UploadId = '' }] = /** @type {any[]} */ (await job.uploads());
  await job.client.send(new AbortMultipartUploadCommand({ Bucket: 'bucket', Key, UploadId }));
  assert.equal((await job.turn()).manifest.status, 'complete');
  await job.assertDone();
});

test(
  'an upload that was aborted, and a pause in the turn that finds out: the new upload is gone on with',
  bounded,
  async t => {
    const job = await begin(t);
    await job.turn({ pauseAfter: 130 });
    const [{ Key = '', UploadId = '' }] = /** @type {any[]} */ (await job.uploads());
    await job.client.send(new AbortMultipartUploadCommand({ Bucket: 'bucket', Key, UploadId }));
    assert.equal((await job.turn({ pauseAfter: 200 })).error.code, STOPPED.code);
    assert.equal((await job.turn()).manifest.status, 'complete');
    await job.assertDone();
  },
);

test(
  'bytes that are corrupt behind the checkpoint fail the entry: no upload and no checkpoint is left',
  bounded,
  async t => {
    const job = await begin(t);
    await job.turn({ pauseAfter: 130 });
    const zip = Buffer.from(ARCHIVE);
    zip[12 * MIB] ^= 1;
    const { manifest } = await job.turn({ zip });
    assert.equal(manifest.status, 'partial');
    assert.equal(manifest.entries[0].error.code, 'archive/crc-mismatch');
    assert.deepEqual(await job.keys(), ['out/x/_manifest.json', 'out/x/b']);
    assert.deepEqual(await job.uploads(), []);
  },
);

test('a checkpoint in which any byte is changed is not gone on from, and is replaced', bounded, async t => {
  const job = await begin(t);
  const random = randomOf(3);
  for (let index = 0; index < 3; index += 1) {
    await job.turn({ pauseAfter: 130 });
    const Key = 'out/x/_checkpoint';
    const bytes = await contentOf(job.client, Key);
    bytes[random.below(bytes.length)] ^= 1 << random.below(8);
    await job.client.send(new PutObjectCommand({ Bucket: 'bucket', Key, Body: bytes, ...(await job.metadata(Key)) }));
    const [{ UploadId, Key: to }] = /** @type {any[]} */ (await job.uploads());
    const { manifest } = await job.turn();
    assert.equal(manifest.status, 'complete');
    // Nobody can know of the upload that it told of.
    await job.client.send(new AbortMultipartUploadCommand({ Bucket: 'bucket', Key: to, UploadId }));
    await job.assertDone();
    await job.empty();
  }
});

test('of another version of the archive, a checkpoint and its upload are removed', bounded, async t => {
  const job = await begin(t);
  await job.turn({ pauseAfter: 130 });
  assert.equal((await job.turn({ etag: 'another' })).manifest.status, 'complete');
  await job.assertDone();
});

test('an archive that cannot be read any more: its checkpoint and upload are removed', bounded, async t => {
  const job = await begin(t);
  await job.turn({ pauseAfter: 130 });
  const { manifest } = await job.turn({ zip: Buffer.from('no zip'), etag: 'another' });
  assert.equal(manifest.status, 'failed');
  assert.deepEqual(await job.keys(), ['out/x/_manifest.json']);
  assert.deepEqual(await job.uploads(), []);
});

test('a job that was done by another one without a checkpoint leaves none, and no upload', bounded, async t => {
  const job = await begin(t);
  await job.turn({ pauseAfter: 130 });
  assert.equal((await job.turn({ store: undefined })).manifest.status, 'complete');
  assert.equal((await job.uploads()).length, 1);
  await job.turn();
  await job.assertDone();
});

for (const pauseAfter of [40, 130]) {
  test(
    `jobs at once on a checkpoint after ${pauseAfter} chunks: some finish, the others stop, and nothing is mixed or left`,
    bounded,
    async t => {
      const random = randomOf(5);
      for (let round = 0; round < 4; round += 1) {
        const job = await begin(t);
        await job.turn({ pauseAfter });
        for (let turns = 0; turns < 20; turns += 1) {
          const ends = await Promise.all(
            [1, 2, 3].map(() => job.turn({ pauseAfter: random.chance(0.3) ? Infinity : random.below(130) })),
          );
          for (const { error } of ends)
            assert.match(error?.code ?? 'storage/conflict', /^(job\/stopped|storage\/conflict)$/);
          if (ends.every(({ manifest }) => manifest !== null)) break;
        }
        assert.equal((await job.turn()).manifest.status, 'complete');
        await job.assertDone();
      }
    },
  );
}

test('what a checkpoint holds is let go of as soon as its entry goes on', bounded, async t => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const job = await begin(t);
  await job.turn({ pauseAfter: 130 });
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
  const { memorySource } = await import('../fixtures/memory-source.js');
  const { processArchive } = await import('../../src/process-archive.js');
  await processArchive({
    source: memorySource(ARCHIVE),
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
