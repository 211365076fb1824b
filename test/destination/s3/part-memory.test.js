import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { trackPartMemory } from '../../../src/destination/s3/part-memory.js';
import { markLastOfBuffer } from '../../../src/memory/chunk-memory.js';
import fc, { caseCount } from '../../support/fast-check.js';

const PART_BYTES = 1000;

// Pooled buffers cannot be freed. Real parts are too large for Node's pool.
Buffer.poolSize = 0;

test('lib-storage never uses memory that was freed, in whatever order parts are sent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 2500 }), { maxLength: 40 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
      async (lengths, choices) => {
        const memory = trackPartMemory(PART_BYTES);
        const written = Buffer.alloc(lengths.reduce((sum, length) => sum + length, 0)).map((_, index) => index % 251);
        const joined = [];
        /** @type {(() => void)[]} */
        const unsent = [];
        for await (const { number, data, isLast } of parts(Readable.from(chunks(written, lengths, memory)))) {
          // A single part is sent as a whole object.
          if (number > 1 || !isLast) memory.joined(number, data);
          const copy = Buffer.from(data);
          joined.push(copy);
          unsent.push(() => {
            assert.ok(data.equals(copy));
            memory.sent(number, data);
          });
          // Some parts are still being sent while the next ones are joined.
          while (unsent.length > choices.next().value) unsent.splice(choices.next().value % unsent.length, 1)[0]();
        }
        assert.deepEqual(Buffer.concat(joined), Buffer.from(written));
      },
    ),
    { numRuns: caseCount(500) },
  );
});

test('chunks are freed when their part is joined, and parts when the next one is', () => {
  const memory = trackPartMemory(PART_BYTES);
  const part = Buffer.allocUnsafeSlow(1800);
  const first = markLastOfBuffer(Buffer.allocUnsafeSlow(900));
  const second = markLastOfBuffer(Buffer.allocUnsafeSlow(900));
  const third = markLastOfBuffer(Buffer.allocUnsafeSlow(900));
  for (const chunk of [first, second, third]) memory.taken(chunk);
  memory.joined(1, part.subarray(0, PART_BYTES));
  assert.deepEqual([first.length, second.length, third.length], [0, 0, 900]);

  memory.sent(1, part.subarray(0, PART_BYTES));
  assert.equal(part.length, 1800);
  memory.joined(2, Buffer.alloc(900));
  assert.equal(part.length, 0);
});

test('chunks of what a single request has sent are freed', () => {
  const memory = trackPartMemory(PART_BYTES);
  const chunk = markLastOfBuffer(Buffer.allocUnsafeSlow(900));
  memory.taken(chunk);
  memory.sentWhole();
  assert.equal(chunk.length, 0);
});

/**
 * @param {Uint8Array} bytes
 * @param {number[]} lengths
 * @param {ReturnType<typeof trackPartMemory>} memory
 */
function* chunks(bytes, lengths, memory) {
  let position = 0;
  for (const length of lengths) {
    const chunk = Buffer.allocUnsafeSlow(length);
    chunk.set(bytes.subarray(position, position + length));
    position += length;
    memory.taken(markLastOfBuffer(chunk));
    yield chunk;
  }
}

/**
 * As lib-storage 3.1169.0 cuts a stream (its `getChunkStream`).
 *
 * @param {AsyncIterable<Buffer>} stream
 */
async function* parts(stream) {
  let number = 1;
  /** @type {Buffer[]} */
  let held = [];
  let bytes = 0;
  for await (const chunk of stream) {
    held.push(chunk);
    bytes += chunk.length;
    while (bytes > PART_BYTES) {
      const whole = held.length > 1 ? Buffer.concat(held) : held[0];
      yield { number, data: whole.subarray(0, PART_BYTES), isLast: false };
      held = [whole.subarray(PART_BYTES)];
      bytes = held[0].length;
      number += 1;
    }
  }
  yield { number, data: held.length === 1 ? held[0] : Buffer.concat(held), isLast: true };
}
