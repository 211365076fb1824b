import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitsNumeric } from '../../src/columns/numbers.js';
import { compareDecimals, parseDecimal } from '../../src/recipe/decimal.js';
import fc, { caseCount } from '../support/fast-check.js';
import { fits } from './fits.js';

/** @import { Decimal } from '../../src/recipe/decimal.js' */

const TYPES = /** @type {const} */ (['numeric', 'real', 'double precision']);

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 25 });
const number = fc
  .record({
    sign: fc.constantFrom('', '-', '+'),
    whole: digits,
    fraction: fc.option(digits),
    exponent: fc.option(
      fc.oneof(
        fc.integer({ min: -60, max: 60 }),
        fc.integer({ min: -350, max: 350 }),
        fc.integer({ min: -17000, max: 132_000 }),
      ),
    ),
  })
  .map(({ sign, whole, fraction, exponent }) => ({
    text: `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
    scale: (fraction?.length ?? 0) - (exponent ?? 0),
  }));

describe('numbers', () => {
  it('fit if they can be read, and are in the range of their type', () => {
    fc.assert(
      fc.property(number, ({ text, scale }) => {
        const decimal = parseDecimal(text);
        for (const type of TYPES) {
          const expected = decimal !== null && RANGES[type](decimal, scale);
          assert.equal(fits(type, text), expected, `${type} ${text}`);
          assert.equal(fits(type, ` \t${text}\n`), expected, `${type} ${text} in space`);
        }
      }),
      { numRuns: caseCount(20_000) },
    );
  });

  it('may be infinite, or not a number', () => {
    for (const type of TYPES) {
      for (const value of ['NaN', 'nan', 'inf', '-inf', '+Inf', 'Infinity', '-infinity', ' +INFINITY ']) {
        assert.equal(fits(type, value), true, value);
      }
    }
  });

  it('are nothing else', () => {
    const wrong = [
      '',
      ' ',
      '.',
      '-',
      '+.',
      'e5',
      '.e5',
      '1e',
      '1e+',
      '1e1.5',
      '1 e5',
      '1e 5',
      '1,5',
      '1.2.3',
      '0x1F',
      '1_000',
    ];
    const more = ['-nan', 'infinit', 'infinity1', '٣', '1\0', '1e9999999999', '--1', '1-', '- 1', '$1'];
    for (const type of TYPES) {
      for (const value of [...wrong, ...more]) assert.equal(fits(type, value), false, `${type} ${value}`);
    }
  });

  it('have a range', () => {
    const cases = /** @type {const} */ ([
      ['real', '3.4028235e38', true],
      ['real', '3.5e38', false],
      ['real', '1e-45', true],
      ['real', '1e-46', false],
      ['real', '0e-400', true],
      ['double precision', '1.7976931348623157e308', true],
      ['double precision', '1e309', false],
      ['double precision', '1e400', false],
      ['double precision', '5e-324', true],
      ['double precision', '1e-400', false],
      ['double precision', '-0', true],
      ['numeric', '9'.repeat(131_072), true],
      ['numeric', '9'.repeat(131_073), false],
      ['numeric', '0'.repeat(10) + '9'.repeat(131_072), true],
      ['numeric', `0.${'0'.repeat(16_382)}1`, true],
      ['numeric', `0.${'0'.repeat(16_383)}1`, false],
      ['numeric', '1e131071', true],
      ['numeric', '1e131072', false],
      ['numeric', '0e131072', true],
      ['numeric', '0e-16384', false],
      ['numeric', '1e400', true],
    ]);
    for (const [type, value, expected] of cases) assert.equal(fits(type, value), expected, value.slice(0, 30));
  });

  it('of JSON are judged where they stand', () => {
    const bytes = Buffer.from('[1e131072,15]');
    assert.equal(fitsNumeric(bytes, 1, 9), false);
    assert.equal(fitsNumeric(bytes, 10, 12), true);
  });
});

/** @param {string} text */
function decimalOf(text) {
  return /** @type {Decimal} */ (parseDecimal(text));
}

/** @param {Decimal} decimal */
function absolute(decimal) {
  return decimal.sign === 0 ? decimal : { ...decimal, sign: /** @type {const} */ (1) };
}

/** @param {Decimal} decimal @param {Decimal} least @param {Decimal} tooMuch */
function isWithin(decimal, least, tooMuch) {
  const size = absolute(decimal);
  return decimal.sign === 0 || (compareDecimals(size, least) > 0 && compareDecimals(size, tooMuch) < 0);
}

// Half of the least value, and half-way between the greatest one and the next.
const REAL = [decimalOf('7.006492321624085e-46'), decimalOf('3.4028235677973366e38')];
const DOUBLE = [decimalOf('2.4703282292062327e-324'), decimalOf('1.7976931348623158e308')];

/** @type {Record<'numeric' | 'real' | 'double precision', (decimal: Decimal, scale: number) => boolean>} */
const RANGES = {
  numeric: ({ sign, magnitude }, scale) => scale <= 16_383 && (sign === 0 || magnitude <= 131_072),
  real: decimal => isWithin(decimal, REAL[0], REAL[1]),
  'double precision': decimal => isWithin(decimal, DOUBLE[0], DOUBLE[1]),
};
