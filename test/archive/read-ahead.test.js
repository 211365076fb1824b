import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
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
  const entries = Array.from({ length: 3_000 }, (_, index) => ({
    name: String(index),
    content: 'x'.repeat(100),
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
  assert.deepEqual([manifest?.status, manifest?.totals.written], ['complete', 3_000]);
  assert.equal([...(manifest?.entries ?? [])][0].path, '2999', 'the directory’s order is the manifest’s');
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
