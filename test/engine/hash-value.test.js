import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/engine/engine.js';
import fc, { caseCount } from '../support/fast-check.js';

const { exports, memory } = createEngine();

describe('the module hashes a value by HMAC-SHA-256', () => {
  it('as RFC 4231 has it', () => {
    for (const [key, data, expected] of RFC_4231) {
      assert.equal(hashInModule(Buffer.from(key, 'hex'), Buffer.from(data, 'hex')), expected);
    }
  });

  it('as Node does, for every length up to 300 bytes', () => {
    const key = Buffer.from('a secret');
    const value = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 31) % 256));
    for (let length = 0; length <= value.length; length++) {
      const start = value.subarray(0, length);
      assert.equal(hashInModule(key, start), hashByNode(key, start), `${length} bytes`);
    }
  });

  it('as Node does, with doubled quotes made single', () => {
    const values = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: fc.constantFrom('"', 'a'), maxLength: 200 }).map(text => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), values, (key, value) => {
        const expected = hashByNode(Buffer.from(key), Buffer.from(value));
        const doubled = Buffer.from(Buffer.from(value).toString('latin1').replaceAll('"', '""'), 'latin1');
        assert.equal(hashInModule(Buffer.from(key), doubled, true), expected);
        assert.equal(hashInModule(Buffer.from(key), Buffer.from(value)), expected);
      }),
      { numRuns: caseCount(500) },
    );
  });

  it('and forgets the key', () => {
    const key = Buffer.from('bdc7a6a9-never-in-memory');
    hashInModule(key, Buffer.from('a'));
    assert.equal(memory.indexOf(key), -1);
    assert.equal(memory.indexOf(key.map(byte => byte ^ 0x36)), -1);
    assert.equal(memory.indexOf(key.map(byte => byte ^ 0x5c)), -1);
  });
});

/**
 * @param {Buffer} key
 * @param {Buffer} value
 * @param {boolean} [hasDoubledQuotes]
 */
function hashInModule(key, value, hasDoubledQuotes = false) {
  const block = Buffer.alloc(64);
  block.set(key.length > block.length ? createHash('sha256').update(key).digest() : key);
  block.copy(memory, exports.HASH_KEY.value);
  exports.useHashKey();
  // At an odd address, between bytes that do not belong to it.
  const start = exports.WINDOW.value + 7;
  memory.fill(0x22, start - 7, start + value.length + 100);
  value.copy(memory, start);
  exports.hashValue(start, start + value.length, hasDoubledQuotes);
  return memory.toString('latin1', exports.DIGITS.value, exports.DIGITS.value + 64);
}

/**
 * @param {Buffer} key
 * @param {Buffer} value
 */
function hashByNode(key, value) {
  return createHmac('sha256', key).update(value).digest('hex');
}

/** Key, data and HMAC-SHA-256 of its test cases 1 to 4, 6 and 7 (5 truncates the hash), all in hexadecimal. */
const RFC_4231 = [
  ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [
    '4a656665',
    '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [
    '0102030405060708090a0b0c0d0e0f10111213141516171819',
    'cd'.repeat(50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
  [
    'aa'.repeat(131),
    Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First').toString('hex'),
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    'aa'.repeat(131),
    Buffer.from(
      'This is a test using a larger than block-size key and a larger than block-size data. ' +
        'The key needs to be hashed before being used by the HMAC algorithm.',
    ).toString('hex'),
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
];
