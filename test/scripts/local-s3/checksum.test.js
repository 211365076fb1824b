import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { announcedChecksum, combineCrc32, compositeChecksum } from '../../../scripts/local-s3/checksum.js';

test('the CRC-32 of two halves combines to that of the whole', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (first, second) => {
      const whole = crc32(Buffer.concat([first, second]));
      assert.equal(combineCrc32(crc32(first), crc32(second), second.length), whole);
    }),
  );
});

test('a length past 32 bits is combined as its halves are, one after the other', () => {
  const half = 0x80000000;
  const twice = combineCrc32(combineCrc32(0x12345678, 0, half), 0, half);
  assert.equal(combineCrc32(0x12345678, 0, 2 * half), twice);
});

test('a composite checksum is that of the digests with their number', () => {
  const digests = [Buffer.from('6162', 'hex'), Buffer.from('63', 'hex')];
  assert.equal(compositeChecksum('MD5', digests, 'hex'), '900150983cd24fb0d6963f7d28e17f72-2');
});

test('an announced checksum is found in the headers or the trailer', () => {
  assert.equal(announcedChecksum({ 'x-amz-checksum-mode': 'ENABLED' }), null);
  assert.deepEqual(announcedChecksum({ 'x-amz-checksum-sha1': 'a' }), { algorithm: 'SHA1', value: 'a' });
  assert.deepEqual(announcedChecksum({ 'x-amz-trailer': 'x-amz-checksum-crc32' }), { algorithm: 'CRC32', value: null });
  const two = { 'x-amz-checksum-sha1': 'a', 'x-amz-checksum-crc32': 'b' };
  assert.throws(() => announcedChecksum(two), { code: 'InvalidRequest' });
  assert.throws(() => announcedChecksum({ 'x-amz-checksum-crc64nvme': 'a' }), { code: 'NotImplemented' });
});
