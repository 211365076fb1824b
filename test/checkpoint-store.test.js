import assert from 'node:assert/strict';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeCheckpoint, encodeCheckpoint } from '../src/checkpoint.js';
import { destinationStore } from '../src/checkpoint-store.js';
import { openDestination } from '../src/destination/open-destination.js';
import { temporaryFolder } from './run-cli.js';

test('what stands under the checkpoint’s name and is none is not read to its end', async t => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'x', '_checkpoint');
  await mkdir(join(folder, 'x'));
  await writeFile(file, 'id,name\n');
  await truncate(file, 64 * 1024 * 1024);
  const bytes = await destinationStore(await openDestination(folder), 'x').read();
  assert.ok(bytes !== null && bytes.length < 1024 * 1024, `${bytes?.length} bytes`);
  assert.equal(decodeCheckpoint(bytes), null);
});

test('a checkpoint comes back whole, in chunks of any size', async () => {
  const rest = Buffer.alloc(100_000, 'rest');
  const whole = Buffer.concat(encodeCheckpoint({ rest }));
  for (const chunkBytes of [1, 70, whole.length]) {
    const destination = /** @type {any} */ ({
      /** @type {import('../src/destination/open-destination.js').Destination['read']} */
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
