import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVerifier, hex } from '../../src/archive/verifier.js';
import { LimitError } from '../../src/errors.js';

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

const GIB_4 = 2 ** 32;

test('of an entry of unknown size the number of bytes is compared modulo 4 GiB, and the CRC-32 as ever', () => {
  const entry = /** @type {Entry} */ ({ name: 'a', bytes: 9, compressedBytes: 9, crc32: 0xcbf43926, isModulo: true });
  for (const [before, code] of /** @type {const} */ ([
    [0, null],
    [GIB_4, null],
    [7 * GIB_4, null],
    [GIB_4 + 1, 'archive/size-mismatch'],
    [GIB_4 - 1, 'archive/size-mismatch'],
  ])) {
    const verifier = createVerifier(entry, { bytes: before, crc32: 0 });
    verifier.add(Buffer.from('123456789'));
    if (code === null) assert.equal(verifier.finish(9), 0xcbf43926);
    else
      assert.throws(() => verifier.finish(9), { code, message: /not to its declared 9 or a multiple of 4 GiB more/ });
  }
  const damaged = createVerifier(entry, { bytes: GIB_4, crc32: 0 });
  damaged.add(Buffer.from('123456780'));
  assert.throws(() => damaged.finish(9), { code: 'archive/crc-mismatch' });
});

test('an entry of unknown size may inflate to as much as the limits leave it', () => {
  const refuse = () => new LimitError('limit/bytes', 'too many');
  const entry = /** @type {Entry} */ ({ name: 'a', bytes: 9, isModulo: true, most: { bytes: GIB_4 + 10, refuse } });
  const verifier = createVerifier(entry, { bytes: GIB_4, crc32: 0 });
  verifier.add(Buffer.alloc(10));
  assert.throws(() => verifier.add(Buffer.alloc(1)), { code: 'limit/bytes' });
});
