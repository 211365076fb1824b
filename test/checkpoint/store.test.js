import assert from 'node:assert/strict';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { destinationStore } from '../../src/checkpoint/store.js';
import { openDestination } from '../../src/destination/open.js';
import { JOB } from '../destination/fixture.js';
import { openBucket, quick } from '../destination/s3/fixture.js';
import { temporaryFolder } from '../support/run-cli.js';
import { assertNothing, assertNoUploadsLeft, contentOf } from '../support/s3.js';

const KEY = 'out/x/_checkpoint';
const CONFLICT = { code: 'storage/conflict', message: /x\/_checkpoint"? meanwhile/ };
const LARGE = Buffer.concat(encodeCheckpoint({ rest: Buffer.alloc(6 * 1024 * 1024, 'more than a part') }));

test('a checkpoint at the destination is read, replaced and removed as long as nobody else writes it', async t => {
  const { client, destination } = await openBucket(t);
  const store = destinationStore(destination, 'x');
  assert.equal(await store.read(), null);
  for (const bytes of [Buffer.from('small'), LARGE]) {
    await store.write([bytes.subarray(0, 3), bytes.subarray(3)]);
    assert.ok(bytes.equals((await store.read()) ?? Buffer.of()));
  }
  await store.remove();
  await store.remove();
  await assertNothing(client, KEY);
});

test('a checkpoint that another job has written meanwhile is neither replaced nor removed', async t => {
  const { client, s3, destination } = await openBucket(t);
  const store = destinationStore(destination, 'x');
  const later = await openDestination('s3://bucket/out', { s3 });
  await later.begin(JOB);
  const other = destinationStore(later, 'x');
  await store.write([Buffer.from('ours')]);
  await other.read();
  await other.write([Buffer.from('theirs')]);
  for (const bytes of [Buffer.from('ours again'), LARGE]) await assert.rejects(store.write([bytes]), CONFLICT);
  await assert.rejects(store.remove(), CONFLICT);
  assert.equal(String(await contentOf(client, KEY)), 'theirs');
  await assertNoUploadsLeft(client);
});

test('a checkpoint that cannot be written leaves nothing behind, and the one before stays', async t => {
  const { client, destination, requests } = await openBucket(t, { settings: quick });
  const store = destinationStore(destination, 'x');
  await store.write([Buffer.from('before')]);
  for (const failing of ['UploadPart', 'CompleteMultipartUpload']) {
    requests.fault = ({ operation }) => (operation === failing ? { status: 503 } : undefined);
    requests.seen.length = 0;
    await assert.rejects(store.write([LARGE]), { code: 'storage/unavailable' });
    assert.equal(requests.seen.at(-1)?.operation, 'AbortMultipartUpload', 'it is waited for');
    requests.fault = () => {};
    await assertNoUploadsLeft(client);
    assert.equal(String(await store.read()), 'before');
  }
});

test('anything else with the checkpoint’s name is not read to its end', async t => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'x', '_checkpoint');
  await mkdir(join(folder, 'x'));
  await writeFile(file, 'id,name\n');
  await truncate(file, 64 * 1024 * 1024);
  const bytes = await destinationStore(await openDestination(folder), 'x').read();
  assert.ok(bytes !== null && bytes.length < 1024 * 1024, `${bytes?.length} bytes`);
  assert.equal(decodeCheckpoint(bytes), null);
});

test('a checkpoint that is too large for the memory, or longer than it says, is not read to its end', async () => {
  const memoryBytes = 128 * 1024 * 1024;
  const chunk = Buffer.alloc(64 * 1024);
  for (const line of ['[2,70000000]', '[2,9007199254740000]', '[2,1000]', '[2', `[${'0,'.repeat(10)}`, 'x', '[-1]']) {
    let taken = 0;
    const chunks = async function* () {
      yield Buffer.from(
        `sluice checkpoint 1\n${line}${line.endsWith(']') || line === 'x' ? '\n' : ''}{}${' '.repeat(99)}`,
      );
      for (; taken < 1000; taken += 1) yield chunk;
    };
    const destination = /** @type {any} */ ({
      /** @type {import('../../src/destination/open.js').Destination['read']} */
      read: (_path, consume) => consume(chunks()),
    });
    const bytes = await destinationStore(destination, 'x', memoryBytes).read();
    assert.ok(taken <= 20 && bytes !== null && bytes.length <= 20 * chunk.length, `${line}: ${taken} chunks`);
    assert.equal(decodeCheckpoint(bytes), null);
  }
});

test('a checkpoint is read whole from chunks of any size', async () => {
  const rest = Buffer.alloc(100_000, 'rest');
  const whole = Buffer.concat(encodeCheckpoint({ rest }));
  for (const chunkBytes of [1, 70, whole.length]) {
    const destination = /** @type {any} */ ({
      /** @type {import('../../src/destination/open.js').Destination['read']} */
      read: (_path, consume) => consume(chunksOf(whole, chunkBytes)),
    });
    const bytes = await destinationStore(destination, 'x').read();
    assert.deepEqual(bytes && decodeCheckpoint(bytes), { rest });
  }
});

/**
 * @param {Buffer} bytes
 * @param {number} chunkBytes
 */
async function* chunksOf(bytes, chunkBytes) {
  for (let position = 0; position < bytes.length; position += chunkBytes) {
    yield bytes.subarray(position, position + chunkBytes);
  }
}
