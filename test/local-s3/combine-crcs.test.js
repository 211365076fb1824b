import assert from 'node:assert/strict';
import { test } from 'node:test';
import { combineCrcs } from '../../local-s3/combine-crcs.js';
import { createCrc } from '../../local-s3/crc.js';
import fc from '../support/fast-check.js';

const ALGORITHMS = /** @type {const} */ (['CRC32', 'CRC32C', 'CRC64NVME']);

test('the CRCs of two halves combine to the CRC of the whole', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(fc.constantFrom(...ALGORITHMS), bytes, bytes, (algorithm, first, second) => {
      const combined = combineCrcs(algorithm, crcOf(algorithm, [first]), crcOf(algorithm, [second]), second.length);
      assert.deepEqual(combined, crcOf(algorithm, [first, second]));
    }),
  );
});

test('a length of more than 32 bits is combined like its halves one after the other', () => {
  for (const [algorithm, first] of /** @type {const} */ ([
    ['CRC32', Buffer.from('12345678', 'hex')],
    ['CRC64NVME', Buffer.from('123456789abcdef0', 'hex')],
  ])) {
    const none = Buffer.alloc(first.length);
    const half = 0x80000000;
    const twice = combineCrcs(algorithm, combineCrcs(algorithm, first, none, half), none, half);
    assert.deepEqual(combineCrcs(algorithm, first, none, 2 * half), twice);
  }
});

/**
 * @param {typeof ALGORITHMS[number]} algorithm
 * @param {Uint8Array[]} chunks
 */
function crcOf(algorithm, chunks) {
  const crc = createCrc(algorithm);
  for (const chunk of chunks) crc.update(chunk);
  return crc.digest();
}
