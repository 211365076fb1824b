import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compareDecimals, parseDecimal } from '../../src/recipe/decimal.js';
import fc, { caseCount } from '../support/fast-check.js';

/** Numbers with few digits, so that many are equal or nearly so. */
const numbers = fc.record({
  sign: fc.constantFrom('', '+', '-'),
  whole: fc.stringMatching(/^[01]{1,4}$/),
  fraction: fc.stringMatching(/^[01]{0,4}$/),
  exponent: fc.integer({ min: -6, max: 6 }),
});

suite('decimal numbers', () => {
  test('compare as exact fractions do', () => {
    /** @param {{ sign: string, whole: string, fraction: string, exponent: number }} number */
    const exact = ({ sign, whole, fraction, exponent }) =>
      BigInt(whole + fraction) * 10n ** BigInt(20 + exponent - fraction.length) * (sign === '-' ? -1n : 1n);
    /** @param {{ sign: string, whole: string, fraction: string, exponent: number }} number */
    const written = ({ sign, whole, fraction, exponent }) =>
      `${sign}${whole}${fraction && `.${fraction}`}${exponent === 0 ? '' : `e${exponent}`}`;
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const [left, right] = [parseDecimal(written(a)), parseDecimal(written(b))];
        assert.ok(left && right);
        const expected = exact(a) < exact(b) ? -1 : Number(exact(a) > exact(b));
        assert.equal(Math.sign(compareDecimals(left, right)), expected);
      }),
      { numRuns: caseCount(2000) },
    );
  });

  test('compare beyond what a JavaScript number holds', () => {
    const [a, b] = ['9007199254740993', '9007199254740992.0'].map(parseDecimal);
    assert.ok(a && b && compareDecimals(a, b) > 0);
  });

  test('are read with a sign, a point at either end, and an exponent', () => {
    for (const text of ['+18', '18.', '18.0', '018', '1.8e1', '180E-1', '.18e+002', '0.18e2']) {
      assert.deepEqual(parseDecimal(text), { sign: 1, digits: '18', magnitude: 2 }, text);
    }
    for (const text of ['0', '-0.00', '+.0', '0e5']) assert.equal(parseDecimal(text)?.sign, 0, text);
  });

  test('are nothing else', () => {
    for (const text of [
      '',
      '.',
      '-',
      'e5',
      '1e',
      '1,5',
      ' 1',
      '1 ',
      '0x10',
      'NaN',
      'Infinity',
      '1.2.3',
      '--1',
      '١',
      '1e1234567890',
    ]) {
      assert.equal(parseDecimal(text), null, text);
    }
  });

  test('are read in linear time', () => {
    assert.equal(parseDecimal('0'.repeat(1_000_000)), parseDecimal('0'));
    assert.equal(parseDecimal(`${'1'.repeat(1_000_000)}x`), null);
  });
});
