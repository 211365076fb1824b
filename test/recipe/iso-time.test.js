import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isRealDate, parseIsoTime } from '../../src/recipe/iso-time.js';
import fc, { caseCount } from '../support/fast-check.js';

suite('parseIsoTime', () => {
  test('agrees with Date for every time from the year 0 to 9999', () => {
    const times = fc.date({
      min: new Date('0000-01-01T00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, time => {
        const text = time.toISOString();
        assert.equal(parseIsoTime(text), BigInt(time.getTime()) * 1_000_000n);
        assert.equal(parseIsoTime(text.slice(0, 10)), BigInt(Date.parse(text.slice(0, 10))) * 1_000_000n);
        const shifted = `${text.slice(0, 10)} ${text.slice(11, 16)}+05:30`;
        assert.equal(parseIsoTime(shifted), BigInt(Date.parse(shifted.replace(' ', 'T'))) * 1_000_000n);
      }),
    );
  });

  test('reads all spellings of a point in time', () => {
    const time = BigInt(Date.UTC(2026, 0, 31, 12)) * 1_000_000n;
    for (const text of [
      ...['2026-01-31T12:00', '2026-01-31 12:00:00', '2026-01-31T12:00Z', '2026-01-31T14:00:00.000+02:00'],
      ...['2026-01-31 14:00+02', '2026-01-31 10:30-0130', '2026-02-01T11:59:00+23:59'],
    ]) {
      assert.equal(parseIsoTime(text), time, text);
    }
    assert.equal(parseIsoTime('2026-01-31T12:00:00.000000001Z'), time + 1n);
  });

  test('reads nothing else', () => {
    for (const text of [
      ...['', '2026', '2026-01', '20260131', '2026-1-31', '31.01.2026', '2026-01-31T', '2026-01-31T12', '2026-01-31Z'],
      ...['2026-02-29', '2026-13-01', '2026-00-01', '2026-01-00', '2026-01-32', '2026-01-31T24:00', '2026-01-31T12:60'],
      ...[
        '2026-01-31T12:00:60',
        '2026-01-31T12:00:00.',
        '2026-01-31T12:00+24:00',
        '2026-01-31T12:00+02:60',
        ' 2026-01-31',
      ],
    ]) {
      assert.equal(parseIsoTime(text), null, text);
    }
  });
});

test('isRealDate knows the days of each month, and leap years', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: -1, max: 14 }),
      fc.integer({ min: -1, max: 33 }),
      (year, month, day) => {
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        assert.equal(isRealDate({ year, month, day }), date.getUTCMonth() === month - 1 && date.getUTCDate() === day);
      },
    ),
    { numRuns: caseCount(2000) },
  );
});
