import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createDateReader } from '../../../src/csv/transforms/dates.js';
import { createFixedReader } from '../../../src/csv/transforms/fixed-dates.js';
import { parseDateFormat } from '../../../src/recipe/date-format.js';
import fc from '../../support/fast-check.js';

suite('createFixedReader', () => {
  test('is for years of four digits, and months and days of two', () => {
    for (const format of ['DD.MM.YYYY', 'YYYYMMDD', 'YYYY年MM月DD日']) assert.ok(readerOf(format), format);
    for (const format of ['D.MM.YYYY', 'DD.MM.YY', 'DD MMM YYYY', 'DD.MM.YYYY HH:mm']) {
      assert.equal(readerOf(format), null, format);
    }
  });

  test('reads what a format of any width reads', () => {
    const digits = fc.integer({ min: 0, max: 99 }).map(number => String(number).padStart(2, '0'));
    const value = fc.oneof(
      fc
        .tuple(digits, digits, fc.constantFrom('2023', '2024', '1900', '2000', '0000', '9999'))
        .map(all => all.join('.')),
      fc
        .tuple(fc.constantFrom('28', '29', '30', '31'), digits, fc.constantFrom('2023', '2024'))
        .map(all => all.join('.')),
      fc.stringMatching(/^[0-9./:]{10}$/),
      fc.string(),
    );
    const readFixed = readerOf('DD.MM.YYYY');
    // Of this format, values of ten bytes mean the same, and it is left to the regular expression.
    const readAny = createDateReader('D.M.YYYY');
    fc.assert(
      fc.property(value, text => {
        const bytes = Buffer.from(text);
        const any = readAny(bytes);
        const isFixed = /^[0-9]{2}\.[0-9]{2}\.[0-9]{4}$/.test(text) && typeof any !== 'string';
        assert.deepEqual(readFixed?.(bytes), isFixed ? any : null);
      }),
    );
  });

  test('leaves a date that is written as it should be', () => {
    assert.equal(readerOf('YYYY-MM-DD')?.(Buffer.from('2024-02-29')), 'stays');
    assert.equal(readerOf('YYYY-MM-DD')?.(Buffer.from('2023-02-29')), null);
  });
});

/** @param {string} format */
function readerOf(format) {
  return createFixedReader(parseDateFormat(format));
}
