import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { combineCrcs, createCrc } from '../../local-s3/crc.js';

const ALGORITHMS = /** @type {const} */ (['CRC32', 'CRC32C', 'CRC64NVME']);

test('each CRC has the check value of its catalogue entry', () => {
  const values = ALGORITHMS.map(algorithm => crcOf(algorithm, [Buffer.from('123456789')]).toString('hex'));
  assert.deepEqual(values, ['cbf43926', 'e3069283', 'ae8b14860a799888']);
});

test('a CRC does not depend on where its chunks end', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ALGORITHMS), fc.array(fc.uint8Array({ maxLength: 40 })), (algorithm, chunks) => {
      assert.deepEqual(crcOf(algorithm, chunks), crcOf(algorithm, [Buffer.concat(chunks)]));
      if (algorithm === 'CRC32') assert.equal(crcOf('CRC32', chunks).readUInt32BE(), crc32(Buffer.concat(chunks)));
    }),
  );
});

test('the CRCs of two halves combine to that of the whole', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(fc.constantFrom(...ALGORITHMS), bytes, bytes, (algorithm, first, second) => {
      const combined = combineCrcs(algorithm, crcOf(algorithm, [first]), crcOf(algorithm, [second]), second.length);
      assert.deepEqual(combined, crcOf(algorithm, [first, second]));
    }),
  );
});

test('a length past 32 bits is combined as its halves are, one after the other', () => {
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
