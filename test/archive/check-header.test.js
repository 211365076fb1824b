import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { checkHeaderInPassing, nothingBehindHeader, readHeader } from '../../src/archive/check-header.js';
import { openArchive } from '../../src/archive/open-archive.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { LIMITS } from './read-archive.js';

const EXTRA = Buffer.from([0xfe, 0xca, 40, 0, ...Buffer.alloc(40)]);
const ZIP = writeZip([{ name: 'a.csv', content: 'some content', method: 0, localExtra: EXTRA }]);
const HEADER_BYTES = 30 + 'a.csv'.length + EXTRA.length;
const BYTES = ZIP.subarray(0, HEADER_BYTES + 12);
const [ENTRY] = (await openArchive(memorySource(ZIP), LIMITS)).entries;
const OTHER = { ...ENTRY, crc32: 1 };

const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });

test('however a header is cut into chunks, it is checked once, before another reader sees its last byte', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async cuts => {
      const range = chunked(BYTES, cuts);
      /** @type {[Error | null, number, seen: number][]} */
      const calls = [];
      let seen = 0;
      checkHeaderInPassing(range, ENTRY, (error, length) => calls.push([error, length, seen]));
      range.on('data', chunk => {
        seen += chunk.length;
      });
      await buffer(range);
      assert.equal(calls.length, 1);
      const [[error, length, seenBefore]] = calls;
      assert.deepEqual([error, length], [null, HEADER_BYTES]);
      assert.ok(seenBefore < HEADER_BYTES);
      assert.equal(await readHeader(chunked(BYTES, cuts), ENTRY), HEADER_BYTES);
    }),
    { numRuns: caseCount(50) },
  );
});

test('archive/header-mismatch: a header that differs from the directory fails, by each way of reading it', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async cuts => {
      const mismatch = { code: 'archive/header-mismatch' };
      await assert.rejects(inPassing(chunked(BYTES, cuts), OTHER), mismatch);
      await assert.rejects(readHeader(chunked(BYTES, cuts), OTHER), mismatch);
      await assert.rejects(buffer(nothingBehindHeader(chunked(BYTES, cuts), OTHER, () => {})), mismatch);
    }),
    { numRuns: caseCount(20) },
  );
});

test('a range that ends before its header does fails as one of unzipper’s', async () => {
  for (let length = 0; length < HEADER_BYTES; length++) {
    const cut = () => chunked(BYTES.subarray(0, length), [7]);
    await assert.rejects(inPassing(cut(), ENTRY), { message: 'FILE_ENDED' });
    await assert.rejects(readHeader(cut(), ENTRY), { message: 'FILE_ENDED' });
    await assert.rejects(buffer(nothingBehindHeader(cut(), ENTRY, () => {})), { message: 'FILE_ENDED' });
  }
});

test('an entry without bytes ends empty once its header is checked, or with the error of its range', async () => {
  /** @type {number[]} */
  const lengths = [];
  const nothing = nothingBehindHeader(chunked(BYTES, [7]), ENTRY, length => void lengths.push(length));
  assert.equal((await buffer(nothing)).length, 0);
  assert.deepEqual(lengths, [HEADER_BYTES]);
  const failing = new Readable({ read: () => void failing.destroy(new Error('fault')) });
  await assert.rejects(buffer(nothingBehindHeader(failing, ENTRY, () => {})), { message: 'fault' });
});

/**
 * @param {Readable} range
 * @param {typeof ENTRY} entry
 */
function inPassing(range, entry) {
  return new Promise((resolve, reject) => {
    checkHeaderInPassing(range, entry, (error, length) => (error ? reject(error) : resolve(length)));
  });
}

/**
 * @param {Buffer} bytes
 * @param {number[]} cuts Sizes of the chunks, repeated.
 */
function chunked(bytes, cuts) {
  return Readable.from(
    (function* () {
      for (let position = 0, turn = 0; position < bytes.length; turn++) {
        const end = position + cuts[turn % cuts.length];
        yield Buffer.from(bytes.subarray(position, end));
        position = end;
      }
    })(),
  );
}
