import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCentralDirectory } from '../../src/archive/central-directory.js';
import { nameReader } from '../../src/archive/entry-name.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memorySource } from '../support/memory-source.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const TEXTS = { 'a.csv': 'a,b\n1,2\n', 'b/c.txt': 'text' };
const ZIP = writeZip(ENTRIES);

test('a signed directory is read; its signature counts as a part of it', async () => {
  for (const length of [0, 5, 65_535]) {
    const signature = Buffer.concat([Buffer.from('PK\x05\x05'), fields([2, length]), Buffer.alloc(length, 7)]);
    const directorySize = directorySizeOf(ZIP) + signature.length;
    for (const zip64 of [true, false]) {
      const zip = writeZip(ENTRIES, { between: signature, directorySize, zip64 });
      assert.deepEqual(await outcomeOf(zip), TEXTS, `${length} bytes`);
    }
  }
});

/** @param {Buffer} zip */
function directorySizeOf(zip) {
  return zip.readUInt32LE(zip.length - 10);
}

test('every header is read, however the directory is cut into chunks, or from the tail', async () => {
  const entry = fc.record({
    name: fc.string({ minLength: 1, maxLength: 30 }).map(name => `n${name.replaceAll(/[^\w]/g, '_')}`),
    content: fc.string({ maxLength: 20 }),
    comment: fc.string({ maxLength: 20 }),
    extra: fc.nat(30).map(length => Buffer.concat([fields([2, 0xcafe], [2, length]), Buffer.alloc(length, 7)])),
  });
  const entries = fc.array(entry, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(entries, fc.integer({ min: 1, max: 300 }), fc.boolean(), async (written, chunkBytes, isInTail) => {
      const zip = writeZip(written);
      const found = await readAll(zip, written.length, { chunkBytes, isInTail });
      assert.deepEqual(
        found.map(({ name, bytes, nameBytes }) => [name, bytes, nameBytes]),
        written.map(({ name, content }) => [name, Buffer.byteLength(content), name.length]),
      );
      // A second reading: each local header is where the next four bytes say so.
      for (const { start } of found) assert.equal(zip.toString('latin1', start, start + 4), 'PK\x03\x04');
      for (const wrong of [written.length + 1, written.length - 1].filter(count => count >= 0)) {
        await assert.rejects(readAll(zip, wrong, { chunkBytes, isInTail }), { code: 'archive/bad-directory' });
      }
    }),
    { numRuns: caseCount(60) },
  );
});

test('archive/bad-directory: headers that do not follow each other, or do not fill the directory', async () => {
  for (const [change, count] of /** @type {[(zip: Buffer) => Buffer, number][]} */ ([
    [zip => zip.fill('x', zip.lastIndexOf('PK\x01\x02'), zip.lastIndexOf('PK\x01\x02') + 4), 2],
    [zip => Buffer.concat([zip.subarray(0, -22), Buffer.from('x'), zip.subarray(-22)]), 2],
    [zip => Buffer.concat([zip.subarray(0, -23), zip.subarray(-22)]), 2],
  ])) {
    for (const isInTail of [true, false]) {
      const reading = readAll(change(writeZip(ENTRIES)), count, { chunkBytes: 50, isInTail });
      await assert.rejects(reading, { code: 'archive/bad-directory' });
    }
  }
});

/**
 * @param {Buffer} zip
 * @param {number} entries How many the end record says.
 * @param {{ chunkBytes: number, isInTail: boolean }} options
 */
async function readAll(zip, entries, { chunkBytes, isInTail }) {
  const start = zip.readUInt32LE(zip.length - 6);
  const tailStart = isInTail ? start : zip.length;
  const tail = { start: tailStart, bytes: zip.subarray(tailStart) };
  const place = { start, end: zip.length - 22, archiveStart: 0, isZip64: false, wraps: 0 };
  const directory = { ...place, entries, endRecord: 0, tail, rivals: [], isUnseen: false };
  const found = [];
  const source = memorySource(zip, { chunkBytes });
  for await (const entry of readCentralDirectory(source, directory, nameReader(null))) found.push(entry);
  return found;
}
