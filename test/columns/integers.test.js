import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc, { caseCount } from '../support/fast-check.js';
import { fits } from './fits.js';

const RANGES = /** @type {const} */ ([
  ['smallint', 15n],
  ['integer', 31n],
  ['bigint', 63n],
]);

describe('integers', () => {
  it('fit in the range of their type, whatever the zeros, the sign and the space around them', () => {
    for (const [type, bits] of RANGES) {
      const limit = 2n ** bits;
      const near = fc.oneof(
        fc.bigInt({ min: -limit - 5n, max: -limit + 5n }),
        fc.bigInt({ min: limit - 5n, max: limit + 5n }),
        fc.bigInt({ min: -limit * 20n, max: limit * 20n }),
        fc.bigInt({ min: -20n, max: 20n }),
      );
      const space = fc.constantFrom('', ' ', '\t\n', '\v\f\r');
      const zeros = fc.constantFrom('', '0', '0000000000000000000000');
      fc.assert(
        fc.property(near, space, zeros, space, fc.boolean(), (value, before, zeros, behind, plus) => {
          const sign = value < 0n ? '-' : plus ? '+' : '';
          const text = before + sign + zeros + String(value).replace('-', '') + behind;
          assert.equal(fits(type, text), value >= -limit && value < limit, `${type} ${text}`);
        }),
        { numRuns: caseCount(2000) },
      );
    }
  });

  it('are nothing else', () => {
    const wrong = [
      '',
      ' ',
      '+',
      '-',
      '- 1',
      '--1',
      '1-',
      '1 2',
      '1.0',
      '1e3',
      '0x1F',
      '1_000',
      '٣',
      '\u00a01',
      '1\0',
      'x',
    ];
    for (const [type] of RANGES) for (const value of wrong) assert.equal(fits(type, value), false, value);
    for (const [type] of RANGES) assert.equal(fits(type, '-0'), true);
  });
});
