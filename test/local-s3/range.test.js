import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRange } from '../../local-s3/range.js';
import fc from '../support/fast-check.js';

test('a range selects the same bytes as `slice`', () => {
  const number = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(number, number, number, (size, first, length) => {
      const bytes = Array.from({ length: size }, (_, index) => index);
      const last = first + length;
      /** @type {[string, number[]][]} */
      const cases = [
        [`bytes=${first}-${last}`, bytes.slice(first, last + 1)],
        [`bytes=${first}-`, bytes.slice(first)],
        [`bytes=-${length}`, length === 0 ? [] : bytes.slice(-length)],
      ];
      for (const [header, expected] of cases) {
        if (expected.length === 0) {
          assert.throws(() => parseRange(header, size), { code: 'InvalidRange', status: 416 });
        } else {
          const range = parseRange(header, size);
          assert.deepEqual(range && bytes.slice(range.start, range.end), expected, header);
          assert.equal(range && range.end - range.start, expected.length);
        }
      }
    }),
  );
});

test('a header that is not a range of bytes selects everything', () => {
  for (const header of ['bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', '']) {
    assert.equal(parseRange(header, 10), null, header);
  }
  assert.equal(parseRange(undefined, 10), null);
});

test('several ranges in one request are refused', () => {
  assert.throws(() => parseRange('bytes=0-1,3-4', 10), { code: 'NotImplemented', status: 501 });
});
