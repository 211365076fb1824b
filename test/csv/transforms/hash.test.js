import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import { createHasher } from '../../../src/csv/transforms/hash.js';
import fc from '../../support/fast-check.js';

suite('createHasher', () => {
  test('hashes as `createHmac` does, whatever the key and the values', () => {
    const bytes = fc.uint8Array({ maxLength: 600, size: 'max' }).map(array => Buffer.from(array));
    fc.assert(
      fc.property(bytes, fc.array(bytes, { maxLength: 10 }), (key, values) => {
        const hash = createHasher(key);
        for (const value of values) {
          const expected = value.length === 0 ? '' : createHmac('sha256', key).update(value).digest('hex');
          assert.equal(hash(value).toString('latin1'), expected);
        }
      }),
    );
  });

  test('gives the results of RFC 4231', () => {
    for (const [key, value, expected] of RFC_4231) {
      assert.equal(createHasher(key)(value).toString(), expected);
    }
  });

  test('does not change a result when the next value is hashed', () => {
    const hash = createHasher(Buffer.from('key'));
    const first = hash(Buffer.from('a'));
    const text = first.toString();
    hash(Buffer.from('b'));
    assert.equal(first.toString(), text);
  });

  test('leaves an empty value empty', () => {
    assert.equal(createHasher(Buffer.from('key'))(Buffer.alloc(0)).length, 0);
  });
});

/** Section 4: key, data, HMAC-SHA-256. Test case 5 is about truncation. @type {[Buffer, Buffer, string][]} */
const RFC_4231 = [
  [Buffer.alloc(20, 0x0b), Buffer.from('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [
    Buffer.from('Jefe'),
    Buffer.from('what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [Buffer.alloc(20, 0xaa), Buffer.alloc(50, 0xdd), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [
    Buffer.from(Array.from({ length: 25 }, (_, index) => index + 1)),
    Buffer.alloc(50, 0xcd),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
  [
    Buffer.alloc(131, 0xaa),
    Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    Buffer.alloc(131, 0xaa),
    Buffer.from(
      'This is a test using a larger than block-size key and a larger than block-size data. ' +
        'The key needs to be hashed before being used by the HMAC algorithm.',
    ),
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
];
