import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc, { caseCount } from '../support/fast-check.js';
import { fits } from './fits.js';

const DATES = /** @type {const} */ (['date', 'timestamp', 'timestamptz']);
const TIMESTAMPS = /** @type {const} */ (['timestamp', 'timestamptz']);

/** @param {number} number @param {number} [length] */
const padded = (number, length = 2) => String(number).padStart(length, '0');

describe('dates and times', () => {
  it('are days that exist', () => {
    const parts = fc.tuple(
      fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(1900, 2000, 2023, 2024, 2100, 12_024, 12_023)),
      fc.integer({ min: 0, max: 13 }),
      fc.oneof(fc.integer({ min: 0, max: 32 }), fc.constantFrom(28, 29, 30, 31)),
    );
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const isReal = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        const text = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
        for (const type of DATES) assert.equal(fits(type, text), isReal, `${type} ${text}`);
        if (year < 10_000) assert.equal(fits('date', text.replaceAll('-', '')), isReal, text);
        for (const type of TIMESTAMPS) {
          assert.equal(fits(type, `${text}T12:34:56`), isReal);
          assert.equal(fits(type, `${text} 23:59`), isReal);
        }
        assert.equal(fits('date', `${text}T00:00`), false);
      }),
      { numRuns: caseCount(5000) },
    );
  });

  it('are times of a day', () => {
    const unit = fc.oneof(fc.integer({ min: 0, max: 99 }), fc.constantFrom(0, 23, 24, 59, 60));
    fc.assert(
      fc.property(
        unit,
        unit,
        unit,
        fc.constantFrom('', '.0', '.5', '.123456789', '.'),
        (hour, minute, second, fraction) => {
          const text = `${padded(hour)}:${padded(minute)}:${padded(second)}${fraction}`;
          const isWhole = fraction === '' || fraction === '.0';
          const isEnd =
            (hour === 24 && minute === 0 && second === 0 && isWhole) || (hour < 24 && second === 60 && isWhole);
          const expected = fraction !== '.' && minute < 60 && ((hour < 24 && second < 60) || isEnd);
          assert.equal(fits('time', text), expected, text);
          for (const type of TIMESTAMPS) assert.equal(fits(type, `2024-02-29 ${text}`), expected, text);
          assert.equal(fits('date', text), false);
        },
      ),
      { numRuns: caseCount(5000) },
    );
  });

  it('have zones only where the type keeps them', () => {
    const zones = ['Z', 'z', ' Z', ' UTC', 'utc', '+00', '-08', '+05:30', '+0530', ' -03:30', '+15:59:59', '-15:59'];
    for (const zone of zones) {
      assert.equal(fits('timestamptz', `2024-01-31T10:00:00.5${zone}`), true, zone);
      for (const type of /** @type {const} */ (['timestamp', 'time', 'date'])) {
        assert.equal(fits(type, `2024-01-31T10:00:00.5${zone}`), false, zone);
        assert.equal(fits(type, `10:00:00${zone}`), false, zone);
      }
    }
    const wrong = [
      '+16',
      '+5',
      '+053',
      '+05:60',
      '+05:30:60',
      '+5:30',
      '+05:3',
      '+',
      ' ',
      '  Z',
      'CET',
      'Zulu',
      '+05:30:30:30',
    ];
    for (const zone of wrong)
      assert.equal(fits('timestamptz', `2024-01-31 10:00${zone}x`.slice(0, -1)), zone === ' ', zone);
    assert.equal(fits('timestamptz', '2024-01-31+02'), false);
  });

  it('end where Postgres ends', () => {
    const cases = /** @type {const} */ ([
      ['date', '5874897-12-31', true],
      ['date', '5874898-01-01', false],
      ['date', '4713-01-01 BC', true],
      ['date', '4714-12-31 BC', false],
      ['date', '0001-02-29 BC', true],
      ['date', '0002-02-29 bc', false],
      ['date', '20240131 BC', false],
      ['timestamp', '294276-12-30 23:59:59.999999', true],
      ['timestamp', '294276-12-31', false],
      ['timestamp', '294277-01-01', false],
      ['timestamptz', '4713-01-01 00:00:00+15:59 BC', true],
    ]);
    for (const [type, value, expected] of cases) assert.equal(fits(type, value), expected, `${type} ${value}`);
    for (const type of DATES) {
      assert.equal(fits(type, 'infinity'), true);
      assert.equal(fits(type, ' -Infinity '), true);
      assert.equal(fits(type, '+infinity'), false);
      assert.equal(fits(type, 'inf'), false);
    }
    assert.equal(fits('time', 'infinity'), false);
  });

  it('are in ISO 8601, with space around them at most', () => {
    const wrong = [
      '31.01.2024',
      '01/31/2024',
      '2024-1-31',
      '24-01-31',
      '240131',
      'Jan 31, 2024',
      'today',
      'now',
      'epoch',
    ];
    const more = [
      '',
      ' ',
      '2024-01',
      '2024-01-31 ',
      '2024-01-3',
      '2024-01-311',
      '2024/01/31',
      '-2024-01-31',
      '٢٠٢٤-01-31',
    ];
    for (const type of DATES) {
      for (const value of [...wrong, ...more])
        assert.equal(fits(type, value), value === '2024-01-31 ', `${type} ${value}`);
    }
    for (const type of TIMESTAMPS) {
      for (const value of [
        '2024-01-31T',
        '2024-01-31T10',
        '2024-01-31  10:00',
        '2024-01-31_10:00',
        '20240131T100000',
      ]) {
        assert.equal(fits(type, value), false, value);
      }
      assert.equal(fits(type, `2024-01-31 10:00:00.${'1'.repeat(60)}`), false);
    }
    for (const value of [
      '',
      '1:00',
      '10',
      '10:',
      '10:0',
      '10:00:',
      '10:00:0',
      '10.00',
      '100000',
      '10:00 AM',
      'T10:00',
    ]) {
      assert.equal(fits('time', value), false, value);
    }
  });
});
