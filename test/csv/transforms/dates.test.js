import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createDateReader } from '../../../src/csv/transforms/dates.js';
import fc, { caseCount } from '../../support/fast-check.js';

/** @param {string} from @param {string | Buffer} value */
function read(from, value) {
  const result = createDateReader(from)(Buffer.from(value));
  return typeof result === 'string' ? result : result.toString();
}

suite('createDateReader', () => {
  test('reads dates as people write them', () => {
    const dates = {
      'DD.MM.YYYY': '31.01.2026',
      'D.M.YYYY': '31.1.2026',
      'MM/DD/YYYY': '01/31/2026',
      'M/D/YY': '1/31/26',
      YYYYMMDD: '20260131',
      'YYYY/M/D': '2026/1/31',
      'D MMM YYYY': '31 JAN 2026',
      'MMMM D, YYYY': 'january 31, 2026',
      'DD-MMM-YY': '31-Jan-26',
      YYYY年M月D日: '2026年1月31日',
      '[on the] D[th of] MMMM YYYY': 'on the 31th of January 2026',
      '[[]D.M.YYYY]': '[31.1.2026]',
    };
    for (const [from, value] of Object.entries(dates)) assert.equal(read(from, value), '2026-01-31', from);
  });

  test('reads times', () => {
    const times = {
      'DD.MM.YYYY HH:mm:ss': '31.01.2026 15:04:05',
      'M/D/YYYY h:mm:ss A': '1/31/2026 3:04:05 pm',
      YYYYMMDDTHHmmss: '20260131T150405',
      'YYYY-MM-DDTHH:mm:ssZ': '2026-01-31T15:04:05Z',
      'D.M.YYYY H:mm:ss': '31.1.2026 15:04:05',
    };
    for (const [from, value] of Object.entries(times)) assert.equal(read(from, value), '2026-01-31T15:04:05', from);
    assert.equal(read('D.M.YYYY H:mm', '1.2.2026 7:05'), '2026-02-01T07:05:00');
    assert.equal(read('D.M.YYYY HH', '1.2.2026 07'), '2026-02-01T07:00:00');
  });

  test('reads 12 AM as midnight and 12 PM as noon', () => {
    const reading = (/** @type {string} */ value) => read('YYYY-MM-DD h:mm A', `2026-01-31 ${value}`).slice(11);
    assert.deepEqual(['12:00 AM', '12:30 PM', '1:00 AM', '11:59 pm', '01:00 Pm'].map(reading), [
      ...['00:00:00', '12:30:00', '01:00:00', '23:59:00', '13:00:00'],
    ]);
    for (const value of ['0:00 AM', '13:00 PM', '1:00', '1:00 XM', '1:00AM']) {
      assert.equal(read('YYYY-MM-DD h:mm A', `2026-01-31 ${value}`), 'unparsed');
    }
  });

  test('reads two digits of a year as 1969 to 2068', () => {
    const years = ['00', '26', '68', '69', '99'].map(year => read('DD.MM.YY', `01.01.${year}`).slice(0, 4));
    assert.deepEqual(years, ['2000', '2026', '2068', '1969', '1999']);
  });

  test('leaves values that are no dates in the format', () => {
    const values = [
      ...['31.02.2026', '29.02.2100', '00.01.2026', '01.13.2026', '01.00.2026', '01.01.0000', '1.01.2026', '01.01.26'],
      ...['01.01.2026 ', ' 01.01.2026', '01-01-2026', '01.01.2026\n', 'yesterday', 'x'.repeat(1000), '٠١.٠١.٢٠٢٦'],
    ];
    for (const value of values) assert.equal(read('DD.MM.YYYY', value), 'unparsed', value);
    assert.equal(read('YYYY年M月D日', Buffer.from('2026\xff1\xff31\xff', 'latin1')), 'unparsed');
    assert.equal(read('D MMM YYYY', '1 January 2026'), 'unparsed');
    assert.equal(read('D MMMM YYYY', '1 Jan 2026'), 'unparsed');
    assert.equal(read('DD.MM.YYYY HH:mm', '01.01.2026 24:00'), 'unparsed');
    assert.equal(read('DD.MM.YYYY HH:mm', '01.01.2026 23:60'), 'unparsed');
  });

  test('leaves what is already as it would be written', () => {
    assert.equal(read('DD.MM.YYYY', '2026-01-31'), 'stays');
    assert.equal(read('YYYY-MM-DD', '2026-01-31'), 'stays');
    assert.equal(read('DD.MM.YYYY HH:mm', '2026-01-31T12:00:00'), 'stays');
    assert.equal(read('DD.MM.YYYY', '2026-02-31'), 'unparsed');
    assert.equal(read('DD.MM.YYYY', '2026-01-31T12:00:00'), 'unparsed');
    assert.equal(read('DD.MM.YYYY HH:mm', '2026-01-31'), 'unparsed');
    assert.equal(read('YYYY-DD-MM', '2026-03-02'), '2026-02-03');
  });

  test('reads what `Intl.DateTimeFormat` writes, whatever the day', () => {
    const options = { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' };
    const long = new Intl.DateTimeFormat('en-US', /** @type {Intl.DateTimeFormatOptions} */ (options));
    const german = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', dateStyle: 'medium' });
    const clock = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true },
    });
    fc.assert(
      fc.property(anyDate(), date => {
        const iso = date.toISOString();
        assert.equal(read('MMMM D, YYYY', long.format(date)), iso.slice(0, 10));
        assert.equal(read('DD.MM.YYYY', german.format(date)), iso.slice(0, 10));
        const time = clock.format(date).replaceAll('\u202f', ' ');
        assert.equal(read('M/D/YYYY, h:mm:ss A', time), iso.slice(0, 19));
      }),
    );
  });

  test('knows which dates are real, as `Date` does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(99), fc.nat(99), (year, month, day) => {
        const iso = [String(year).padStart(4, '0'), ...[month, day].map(part => String(part).padStart(2, '0'))].join(
          '-',
        );
        const date = new Date(iso);
        const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
        assert.equal(read('YYYYMMDD', iso.replaceAll('-', '')), isReal ? iso : 'unparsed');
      }),
      { numRuns: caseCount(1000) },
    );
  });
});

function anyDate() {
  return fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
}
