import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { createCrc } from '../../local-s3/crc.js';
import fc from '../support/fast-check.js';

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

/**
 * @param {typeof ALGORITHMS[number]} algorithm
 * @param {Uint8Array[]} chunks
 */
function crcOf(algorithm, chunks) {
  const crc = createCrc(algorithm);
  for (const chunk of chunks) crc.update(chunk);
  return crc.digest();
}
