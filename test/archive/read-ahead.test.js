import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { readAhead } from '../../src/archive/read-ahead.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { randomOf } from '../support/random.js';
import { writeZip } from '../support/zip-writer.js';
import { readArchive } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];

test('the source is never read beyond the archive, nor much more than needed', {
  timeout: 300_000,
}, async () => {
  const source = memorySource(writeZip(ENTRIES, { trailing: Buffer.alloc(1000) }));
  /** @type {[number, number][]} */
  const reads = [];
  const { read } = source;
  source.read = (start, end) => {
    reads.push([start, end]);
    return read(start, end);
  };
  await readArchive(source);
  assert.deepEqual(reads, [[0, source.bytes]], 'a small archive is read once, as a whole');
});

test('small neighbouring entries are read together, whatever their order in the directory', async () => {
  const entries = Array.from({ length: 600 }, (_, index) => ({
    name: String(index),
    content: 'x'.repeat(800),
    method: 0,
  }));
  const zip = reversed(writeZip(entries), entries.length);
  const source = memorySource(zip);
  let [reads, bytes] = [0, 0];
  const { read } = source;
  source.read = (start, end) => {
    reads += 1;
    bytes += end - start;
    return read(start, end);
  };
  const destination = memoryDestination();
  const { manifest } = await processArchive({ source, destination, recipe: await compileRecipe() });
  assert.deepEqual([manifest?.status, manifest?.totals.written], ['complete', 600]);
  assert.equal([...(manifest?.entries ?? [])][0].path, '599', 'the directory’s order is the manifest’s');
  assert.ok(reads < 10 && bytes < 2 * zip.length, `${bytes} bytes in ${reads} reads`);
});

/**
 * @param {Buffer} zip
 * @param {number} count
 */
function reversed(zip, count) {
  const start = zip.readUInt32LE(zip.length - 6);
  const headers = [];
  for (let position = start; headers.length < count; ) {
    const length = 46 + zip.readUInt16LE(position + 28);
    headers.unshift(zip.subarray(position, position + length));
    position += length;
  }
  return Buffer.concat([zip.subarray(0, start), ...headers, zip.subarray(-22)]);
}

test('random ranges hold the source’s bytes, which nobody else uses, and nothing stays open', async () => {
  const random = randomOf(1);
  const pattern = random.bytes(100_003);
  const bytes = Buffer.alloc(1_500_000, pattern);
  const source = memorySource(bytes);
  const directory = /** @type {any} */ ({
    start: 1_450_000,
    tail: { start: 1_400_000, bytes: Buffer.from(bytes.subarray(1_400_000)) },
  });
  const { readRange } = readAhead(source, directory);
  for (let count = 0; count < 50; count++) {
    const start = random.below(directory.start);
    const end = Math.min(directory.start, start + random.below(random.pick([1, 100, 70_000])));
    const read = await buffer(readRange(start, end));
    assert.ok(read.equals(bytes.subarray(start, end)), `[${start}, ${end})`);
    const chunks = await readRange(start, end).toArray();
    // As a reader may do: it must not be seen by the next one.
    for (const chunk of chunks) chunk.fill(0);
    assert.ok((await buffer(readRange(start, end))).equals(read));
  }
  assert.equal(source.live(), 0);
});
