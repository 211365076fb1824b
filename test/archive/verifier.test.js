import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVerifier, hex } from '../../src/archive/verifier.js';

/** @import { Entry } from '../../src/archive/entry.js' */

test('a CRC-32 is written in eight digits', () => {
  assert.equal(hex(0), '00000000');
  assert.equal(hex(0xfedcba98), 'fedcba98');
});

test('without a declared CRC-32 the size alone is compared, and the CRC-32 is told', () => {
  const entry = /** @type {Entry} */ ({ name: 'a', bytes: 9, compressedBytes: 9, crc32: null });
  const verifier = createVerifier(entry);
  verifier.add(Buffer.from('123456789'));
  assert.equal(hex(verifier.finish(9)), 'cbf43926');
  const short = createVerifier(entry);
  short.add(Buffer.from('1234'));
  assert.throws(() => short.finish(9), { code: 'archive/size-mismatch' });
});
