import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { combineCrc32 } from '../../../src/destination/s3/combine-crc32.js';
import fc from '../../support/fast-check.js';

test('combining two CRC-32 gives that of the whole, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
      const [first, second] = [bytes.subarray(0, cut), bytes.subarray(cut)];
      assert.equal(combineCrc32(crc32(first), crc32(second), second.length), crc32(bytes));
    }),
  );
});

test('equal and alternating lengths give the same result', () => {
  const part = Buffer.alloc(5 * 1024 ** 2, 'part');
  const rest = Buffer.from('and the rest');
  let whole = 0;
  let combined = 0;
  for (const bytes of [part, part, rest, part, Buffer.alloc(0), rest, part]) {
    whole = crc32(bytes, whole);
    combined = combineCrc32(combined, crc32(bytes), bytes.length);
    assert.equal(combined, whole);
  }
});

test('a length may exceed 32 bits', () => {
  // Five times a GiB of zeros, and all of them together.
  let combined = 0xdeadbeef;
  for (let count = 0; count < 5; count += 1) combined = combineCrc32(combined, 0, 2 ** 30);
  assert.equal(combined, combineCrc32(0xdeadbeef, 0, 5 * 2 ** 30));
});
