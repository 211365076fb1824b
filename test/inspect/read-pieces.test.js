import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { readPieces } from '../../src/inspect/read-pieces.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memorySource } from '../support/memory-source.js';

const BYTES = Buffer.alloc(3_000_000);
for (let index = 0; index < BYTES.length; index++) BYTES[index] = (index * index) >>> 8;

test('each piece has its bytes, and neighbours are read in one range', async () => {
  const pieces = fc
    .array(fc.record({ gap: fc.nat(100_000), length: fc.oneof(fc.nat(3000), fc.nat(400_000)) }), { maxLength: 12 })
    .map(list => {
      let end = 0;
      return list.map(({ gap, length }) => {
        const start = Math.min(BYTES.length, end + gap);
        end = Math.min(BYTES.length, start + length);
        return { start, end };
      });
    });
  await fc.assert(
    fc.asyncProperty(pieces, async pieces => {
      const source = memorySource(BYTES, { chunkBytes: 100_000 });
      let number = 0;
      for await (const bytes of readPieces(source, pieces)) {
        const { start, end } = pieces[number];
        assert.ok(bytes.equals(BYTES.subarray(start, end)));
        number += 1;
      }
      assert.deepEqual([number, source.live()], [pieces.length, 0]);
    }),
    { numRuns: caseCount(60) },
  );
});

test('a thousand small neighbours take one read, and no range grows without an end', async () => {
  /** @type {[number, number][]} */
  const reads = [];
  const source = {
    bytes: BYTES.length,
    read: (/** @type {number} */ start, /** @type {number} */ end) => {
      reads.push([start, end]);
      return Readable.from([BYTES.subarray(start, end)]);
    },
  };
  const pieces = Array.from({ length: 1000 }, (_, index) => ({ start: index * 200, end: index * 200 + 150 }));
  for await (const bytes of readPieces(source, pieces)) assert.equal(bytes.length, 150);
  assert.deepEqual(reads, [[0, 999 * 200 + 150]]);
  const far = Array.from({ length: 20 }, (_, index) => ({ start: index * 100_000, end: index * 100_000 + 90_000 }));
  for await (const _ of readPieces(source, far));
  assert.ok(reads.every(([start, end]) => end - start <= 300_000));
});

test('an error comes at its piece, and no other is unhandled', async () => {
  const failure = (/** @type {number} */ position) => (position >= 1_000_000 ? new Error('broken') : null);
  const source = memorySource(BYTES, { failure });
  const pieces = Array.from({ length: 20 }, (_, index) => ({ start: index * 140_000, end: index * 140_000 + 50_000 }));
  let number = 0;
  await assert.rejects(async () => {
    for await (const _ of readPieces(source, pieces)) number += 1;
  }, /broken/);
  assert.equal(number, 8);
});
