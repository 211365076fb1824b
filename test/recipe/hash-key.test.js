import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hashKeyFingerprint, hashKeyIn, requireHashKey } from '../../src/recipe/hash-key.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc from '../support/fast-check.js';

const HASHING = await compileRecipe({ entries: [{ match: '*.csv', csv: { hash: ['email'] } }] });
const PLAIN = await compileRecipe({ entries: [{ match: '*.csv', csv: { drop: ['email'] } }] });

test('the key is the first line, without a byte order mark and its line end; all its other bytes count', () => {
  for (const [text, key] of [
    ['key', 'key'],
    ['key\n', 'key'],
    ['key\r\n', 'key'],
    ['key\r\nsecond\n', 'key'],
    ['\uFEFFkey\n', 'key'],
    ['  key \t\n', '  key \t'],
    ['key\r', 'key\r'],
    ['ke\ry\n', 'ke\ry'],
    ['key\r\r\n', 'key\r'],
    ['k\uFEFFey', 'k\uFEFFey'],
    ['schlüssel\0\n', 'schlüssel\0'],
  ]) {
    assert.deepEqual(hashKeyIn(Buffer.from(text), 'k'), Buffer.from(key), JSON.stringify(text));
  }
});

test('a key need not be text', () => {
  const line = fc.uint8Array({ minLength: 1 }).filter(bytes => !bytes.includes(10) && ![13, 0xef].includes(bytes[0]));
  fc.assert(
    fc.property(line, fc.uint8Array(), (bytes, rest) => {
      const key = bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes;
      const found = hashKeyIn(Buffer.concat([bytes, Buffer.from('\n'), rest]), 'k');
      assert.deepEqual(found, Buffer.from(key));
    }),
  );
});

test('recipe/missing-secret: an empty first line', () => {
  for (const text of ['', '\n', '\r\n', '\uFEFF', '\uFEFF\r\n', '\nkey\n']) {
    assert.throws(() => hashKeyIn(Buffer.from(text), 'key.txt'), {
      code: 'recipe/missing-secret',
      message: 'the first line of key.txt is empty; it has to be the key',
    });
  }
});

test('recipe/missing-secret: only a recipe that hashes fields needs a key', () => {
  const error = { code: 'recipe/missing-secret', message: /--hash-key-file FILE .*SLUICE_HASH_SECRET/ };
  assert.throws(() => requireHashKey(HASHING, null), error);
  assert.throws(() => requireHashKey(HASHING, undefined), error);
  requireHashKey(HASHING, Buffer.from('key'));
  requireHashKey(PLAIN, null);
});

test('two keys have different fingerprints, and a recipe without hashes has none', () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  assert.equal(hashKeyFingerprint(HASHING, one), hashKeyFingerprint(HASHING, Buffer.from('one')));
  assert.notEqual(hashKeyFingerprint(HASHING, one), hashKeyFingerprint(HASHING, other));
  assert.match(String(hashKeyFingerprint(HASHING, one)), /^[0-9a-f]{64}$/);
  assert.notEqual(hashKeyFingerprint(HASHING, one), createHmac('sha256', one).update('').digest('hex'));
  assert.equal(hashKeyFingerprint(PLAIN, one), null);
});
