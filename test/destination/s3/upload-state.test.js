import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { checksumText, resumeUpload, suspendUpload, wholeCrc32 } from '../../../src/destination/s3/upload-state.js';
import fc from '../../support/fast-check.js';
import { GONE, throughJson } from '../fixture.js';

const PART = 100;
const STARTED = {
  uploadUuid: '5bd4a1f4-7a3c-4d6e-9b0a-1f2e3d4c5b6a',
  expectedETag: '"etag"',
  partSizeBytes: PART,
  uploadId: 'id',
};

test('a state says how far the upload has come, and survives JSON', () => {
  fc.assert(
    fc.property(fc.nat(5), fc.nat(PART - 1), (count, restBytes) => {
      const { bytes, progress, rest } = written(count, restBytes);
      const suspended = throughJson(suspendUpload(progress, rest));
      assert.equal(suspended.state.bytes, bytes.length);
      assert.equal(suspended.state.crc32, crc32(bytes));
      assert.deepEqual(resumeUpload(suspended, 'x'), progress);
      assert.equal(wholeCrc32(progress.parts, PART, rest), crc32(bytes));
    }),
  );
});

test('a state of 10,000 parts is less than half a megabyte', () => {
  const part = { etag: 'd41d8cd98f00b204e9800998ecf8427e', crc32: 0xffffffff };
  const progress = { ...STARTED, parts: Array.from({ length: 10_000 }, () => part) };
  const { state } = suspendUpload(progress, { body: Buffer.alloc(0), crc32: 0 });
  assert.ok(JSON.stringify(state).length < 500_000);
});

test('a state with anything missing or changed is storage/output-gone', () => {
  const { progress, rest } = written(3, 50);
  const suspended = throughJson(suspendUpload(progress, rest));
  const { state } = suspended;
  /** @param {object} change */
  const refused = change => {
    assert.throws(() => resumeUpload({ ...suspended, state: { ...state, ...change } }, 'x'), GONE);
  };
  refused({ etags: state.etags.slice(1) });
  refused({ bytes: 351 });
  refused({ crc32: 0 });
  refused({ checksums: Buffer.alloc(12).toString('base64') });
  refused({ checksums: '' });
  refused({ partSizeBytes: PART + 1 });
  refused({ storage: 'folder' });
  for (const [member, values] of Object.entries(FORGERIES)) for (const value of values) refused({ [member]: value });
  for (const length of [49, 0]) {
    assert.throws(() => resumeUpload({ state, rest: suspended.rest.subarray(0, length) }, 'x'), GONE);
  }
  const whole = written(3, PART);
  assert.throws(() => resumeUpload(suspendUpload(whole.progress, whole.rest), 'x'), GONE, 'the rest is a part');
  const damaged = Buffer.from(suspended.rest);
  damaged[7] ^= 1;
  assert.throws(() => resumeUpload({ state, rest: damaged }, 'x'), GONE);
  assert.throws(() => resumeUpload({ state: {}, rest: Buffer.alloc(0) }, 'x'), GONE);
});

const TOKENS = ['', 'a b', 'a\r\nx-amz-acl: public-read', 'é', 7, {}, [], 'v'.repeat(1025)];
const COUNTS = [-1, 0.5, '350', null, [], 2 ** 53];

/** What nobody but an attacker writes, by the member. */
const FORGERIES = {
  upload: [...TOKENS, null, undefined, '../y', 'uuid'],
  expectedETag: TOKENS,
  partSizeBytes: [...COUNTS, 0],
  uploadId: [...TOKENS, null, undefined],
  bytes: COUNTS,
  crc32: [...COUNTS, 2 ** 32],
  etags: [7, {}, 'etag', undefined, ...TOKENS.slice(1).map(each => [each, 'b', 'c']), Array(10_001).fill('etag')],
  checksums: [7, {}, [], null, undefined],
};

test('a CRC-32 is written as S3 writes it', () => {
  assert.equal(checksumText(crc32('123456789')), 'y/Q5Jg==');
  assert.equal(checksumText(0), 'AAAAAA==');
});

/**
 * @param {number} count
 * @param {number} restBytes
 */
function written(count, restBytes) {
  const bytes = Buffer.from(Array.from({ length: count * PART + restBytes }, (_, index) => (index * 7919) % 251));
  const parts = Array.from({ length: count }, (_, index) => ({
    etag: `etag${index}`,
    crc32: crc32(bytes.subarray(index * PART, (index + 1) * PART)),
  }));
  const body = bytes.subarray(count * PART);
  return { bytes, progress: { ...STARTED, parts }, rest: { body, crc32: crc32(body) } };
}
