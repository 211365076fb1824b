import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcedChecksum, compositeChecksum } from '../../local-s3/checksum.js';

test('a composite checksum is the checksum of the digests, with their number', () => {
  const digests = [Buffer.from('6162', 'hex'), Buffer.from('63', 'hex')];
  assert.equal(compositeChecksum('MD5', digests, 'hex'), '900150983cd24fb0d6963f7d28e17f72-2');
});

test('a checksum is found in the headers, or announced for the trailer', () => {
  assert.equal(announcedChecksum({ 'x-amz-checksum-mode': 'ENABLED' }), null);
  assert.deepEqual(announcedChecksum({ 'x-amz-checksum-sha1': 'a' }), { algorithm: 'SHA1', value: 'a' });
  assert.deepEqual(announcedChecksum({ 'x-amz-trailer': 'x-amz-checksum-crc32' }), { algorithm: 'CRC32', value: null });
  const two = { 'x-amz-checksum-sha1': 'a', 'x-amz-checksum-crc32': 'b' };
  assert.throws(() => announcedChecksum(two), { code: 'InvalidRequest' });
  assert.throws(() => announcedChecksum({ 'x-amz-checksum-crc128': 'a' }), { code: 'NotImplemented' });
});
