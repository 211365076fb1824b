import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createDateReader } from '../../../../src/csv/transforms/dates.js';
import { compareWith, equalsNumber, isOneOf } from '../../../../src/csv/transforms/where/compare.js';
import fc, { caseCount } from '../../../support/fast-check.js';

const isLess = (/** @type {number} */ order) => order < 0;

suite('compareWith', () => {
  test('compares decimal numbers exactly, as fractions of big integers do', () => {
    fc.assert(
      fc.property(anyDecimal(), anyDecimal(), (a, b) => {
        const [left, right] = sameDenominator(a, b);
        assert.equal(compareWith(b, isLess, null)(Buffer.from(a)), left < right);
        assert.equal(compareWith(b, order => order === 0, null)(Buffer.from(a)), left === right);
      }),
      { numRuns: caseCount(1000) },
    );
  });

  test('compares points in time as `Date` does', () => {
    fc.assert(
      fc.property(anyTime(), anyTime(), (a, b) => {
        const [left, right] = [a, b].map(({ standard }) => Date.parse(standard));
        assert.equal(compareWith(b.written, isLess, null)(Buffer.from(a.written)), left < right);
        assert.equal(compareWith(b.written, order => order === 0, null)(Buffer.from(a.written)), left === right);
      }),
      { numRuns: caseCount(1000) },
    );
  });

  test('understands dates in the format of the field, and in ISO 8601', () => {
    const isBefore = compareWith('2026-02-01', isLess, createDateReader('D.M.YYYY H:mm'));
    assert.equal(isBefore(Buffer.from('31.1.2026 23:59')), true);
    assert.equal(isBefore(Buffer.from('1.2.2026 0:00')), false);
    assert.equal(isBefore(Buffer.from('2026-01-31')), true);
    assert.equal(isBefore(Buffer.from('2026-02-01T01:00+02:00')), true);
    assert.equal(isBefore(Buffer.from('2026-01-31T12:00:00')), true);
    assert.equal(isBefore(Buffer.from('31.2.2026 12:00')), null);
  });

  test('gives null for a value that is no number, or no date', () => {
    for (const value of [
      'x',
      '1,5',
      ' 1',
      '1 ',
      '0x10',
      'Infinity',
      'NaN',
      '--1',
      '.',
      'e5',
      '1e',
      '2026-01-31',
      '１',
    ]) {
      assert.equal(compareWith(18, isLess, null)(Buffer.from(value)), null, value);
    }
    for (const value of ['18', '2026-02-30', '2026-1-31', '31.01.2026', '2026-01-31T24:00', '2026-01-31T12:00:00X']) {
      assert.equal(compareWith('2026-01-31', isLess, null)(Buffer.from(value)), null, value);
    }
  });

  test('is false for an empty value, which is not counted', () => {
    assert.equal(compareWith(18, isLess, null)(Buffer.alloc(0)), false);
    assert.equal(compareWith('2026-01-31', isLess, createDateReader('DD.MM.YYYY'))(Buffer.alloc(0)), false);
  });
});

suite('equalsNumber', () => {
  test('takes a number however it is written', () => {
    for (const value of ['18', '18.0', '018', '+18', '1.8e1', '1800E-2', '18.']) {
      assert.equal(equalsNumber(18)(Buffer.from(value)), true, value);
    }
    assert.equal(equalsNumber(18)(Buffer.from('18.000000000000000000000001')), false);
    assert.equal(equalsNumber(0)(Buffer.from('-0.00')), true);
    assert.equal(equalsNumber(1e21)(Buffer.from(`1${'0'.repeat(21)}`)), true);
    assert.equal(equalsNumber(18)(Buffer.from('eighteen')), null);
    assert.equal(equalsNumber(18)(Buffer.alloc(0)), false);
  });
});

suite('isOneOf', () => {
  test('takes numbers however they are written, and texts as they are', () => {
    const holds = isOneOf([1, 'two', 'é', 3.5]);
    const found = ['1', '1.0', 'two', 'é', '3.50', 'Two', '2', '', '7', 'e\u0301'].map(value =>
      holds(Buffer.from(value)),
    );
    assert.deepEqual(found, [true, true, true, true, true, false, false, false, false, false]);
  });

  test('gives null for what is no number, unless texts are listed too', () => {
    assert.equal(isOneOf([1, 2])(Buffer.from('x')), null);
    assert.equal(isOneOf([1, 'y'])(Buffer.from('x')), false);
    assert.equal(isOneOf([1, 2])(Buffer.alloc(0)), false);
    assert.equal(isOneOf([1, ''])(Buffer.alloc(0)), true);
  });

  test('finds the same as one comparison for each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }),
        anyDecimal(),
        (numbers, value) => {
          const bytes = Buffer.from(value);
          assert.equal(
            isOneOf(numbers)(bytes),
            numbers.some(number => equalsNumber(number)(bytes)),
          );
          assert.equal(
            isOneOf([...numbers, Number(value)].filter(Number.isFinite))(Buffer.from(String(numbers[0]))),
            true,
          );
        },
      ),
    );
  });
});

/** Near each other, so that many are equal but for how they are written. */
function anyDecimal() {
  const digits = fc.string({ unit: fc.constantFrom('0', '0', '1', '9'), maxLength: 6 });
  return fc
    .tuple(
      fc.constantFrom('', '+', '-'),
      digits,
      fc.option(digits, { nil: null }),
      fc.option(fc.integer({ min: -8, max: 8 }), { nil: null }),
      fc.constantFrom('e', 'E', 'e+'),
    )
    .filter(([, whole, fraction]) => whole !== '' || (fraction ?? '') !== '')
    .map(([sign, whole, fraction, exponent, e]) => {
      const power = exponent === null ? '' : `${exponent < 0 ? e[0] : e}${exponent}`;
      return `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${power}`;
    });
}

/** @param {string[]} texts @returns {bigint[]} The numbers, times the same power of ten. */
function sameDenominator(...texts) {
  return texts.map(text => {
    const [mantissa, exponent = '0'] = text.toLowerCase().split('e');
    const [whole, fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
    const power = Number(exponent) - fraction.length + 40;
    return BigInt(`${whole}${fraction}`) * 10n ** BigInt(power) * (mantissa.startsWith('-') ? -1n : 1n);
  });
}

/** Within a day, with any offset: as it is written, and as `Date.parse` takes it. */
function anyTime() {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return fc
    .record({
      day: fc.constantFrom('2024-02-28', '2024-02-29', '2024-03-01', '1969-12-31', '0001-01-01', '9999-12-31'),
      time: fc.option(fc.tuple(fc.nat(23), fc.constantFrom(0, 30, 59)), { nil: null }),
      seconds: fc.option(fc.constantFrom('00', '59', '00.5', '00.500', '59.999'), { nil: null }),
      separator: fc.constantFrom('T', ' '),
      zone: fc.option(fc.tuple(fc.constantFrom('+', '-'), fc.nat(14), fc.constantFrom(0, 30), fc.nat(2)), {
        nil: null,
      }),
      isZulu: fc.boolean(),
    })
    .map(({ day, time, seconds, separator, zone, isZulu }) => {
      if (time === null) return { written: day, standard: `${day}T00:00:00Z` };
      const clock = `${two(time[0])}:${two(time[1])}${seconds === null ? '' : `:${seconds}`}`;
      if (zone === null) {
        return { written: `${day}${separator}${clock}${isZulu ? 'Z' : ''}`, standard: `${day}T${clock}Z` };
      }
      const [sign, hours, minutes, form] = zone;
      const short = minutes === 0 ? two(hours) : `${two(hours)}${two(minutes)}`;
      const offset = `${sign}${two(hours)}:${two(minutes)}`;
      const written = [offset, offset.replace(':', ''), `${sign}${short}`][form];
      return { written: `${day}${separator}${clock}${written}`, standard: `${day}T${clock}${offset}` };
    });
}
