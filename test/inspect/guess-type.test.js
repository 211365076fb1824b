import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessType } from '../../src/inspect/guess-type.js';
import fc from '../support/fast-check.js';

/** @type {[values: string, type: string][]} Values are separated by a bar. */
const CASES = [
  ['', 'text'],
  ['||', 'text'],
  ['a|b', 'text'],
  ['1|2|', 'integer'],
  ['0|-0|+5', 'integer'],
  ['0|1', 'integer'],
  ['2147483647|-2147483648', 'integer'],
  ['2147483648', 'bigint'],
  ['9223372036854775807|-9223372036854775808', 'bigint'],
  ['9223372036854775808', 'numeric'],
  ['12345678901234567890123', 'numeric'],
  ['1|2.50|-.5|3.', 'numeric'],
  ['1.5|2e10', 'double precision'],
  ['1e308|1e-300', 'double precision'],
  ['1e309', 'text'],
  ['1e-400', 'text'],
  ['00123|10115', 'text'],
  ['0151', 'text'],
  ['00.5', 'text'],
  ['+4930123456', 'text'],
  ['1,5', 'text'],
  ['1 000', 'text'],
  ['NaN', 'text'],
  ['0x10', 'text'],
  ['1_000', 'text'],
  ['١٢', 'text'],
  ['true|FALSE', 'boolean'],
  ['true', 'boolean'],
  ['t|f', 'boolean'],
  ['yes|No', 'boolean'],
  ['Y|n', 'boolean'],
  ['on|off', 'boolean'],
  ['NO|NO', 'text'],
  ['f', 'text'],
  ['yes|n', 'text'],
  ['yes|no|maybe', 'text'],
  ['2025-12-31|0001-01-01|2024-02-29', 'date'],
  ['2025-02-29', 'text'],
  ['2025-12-31|2025-12-31 10:00', 'timestamp'],
  ['2025-12-31T23:59:59.123456', 'timestamp'],
  ['2025-12-31 24:00', 'text'],
  ['2025-12-31T10:00Z|2025-12-31 10:00:00+02:00|2025-12-31T10:00:00-0530|2025-12-31 10:00:00 +00', 'timestamptz'],
  ['2025-12-31T10:00|2025-12-31T10:00Z', 'timestamptz'],
  ['10:00|23:59:59.5', 'time'],
  ['9:30', 'text'],
  ['25:00', 'text'],
  ['7D2F5C1E-0000-4000-8000-00000000000a', 'uuid'],
  ['7d2f5c1e00004000800000000000000a', 'text'],
  ['{"a":1}|[1,2]', 'json'],
  ['{a}', 'text'],
  ['31.12.2025|01.02.2025', 'date DD.MM.YYYY'],
  ['1.12.2025|31.2.2024', 'text'],
  ['1.12.2025|31.1.2025', 'date D.M.YYYY'],
  ['12/31/2025|01/02/2025', 'date MM/DD/YYYY'],
  ['1/2/2025|3/4/2025', 'date D/M/YYYY or M/D/YYYY'],
  ['01-02-2025', 'date DD-MM-YYYY or MM-DD-YYYY'],
  ['31.12.25', 'date DD.MM.YY'],
  ['12/31/99', 'date MM/DD/YY'],
  ['01/02/03', 'date DD/MM/YY or MM/DD/YY'],
  ['1.2.10|1.2.11', 'text'],
  ['2025/12/31', 'date YYYY/MM/DD'],
  ['2025-1-5', 'date YYYY-M-D'],
  ['31.12/2025', 'text'],
  ['31.12.2025|31/12/2025', 'text'],
  ['20251231|20250101|19991130', 'date YYYYMMDD'],
  ['20251231|20250101', 'integer'],
  ['20251231|20251301|20250101', 'integer'],
  ['20251231|20250101|20250102|n/a', 'text'],
  ['5 Jan 2025|31 Dec 2024', 'date D MMM YYYY'],
  ['05-JAN-25|31-DEC-24', 'date DD-MMM-YY'],
  ['January 5, 2025|December 31, 2024', 'date MMMM D, YYYY'],
  ['May 5, 2025', 'date MMM D, YYYY'],
  ['May 5, 2025|June 5, 2025', 'date MMMM D, YYYY'],
  ['Sept 5, 2025', 'text'],
  ['5. März 2025', 'text'],
  ['31.12.2025 13:45', 'timestamp DD.MM.YYYY HH:mm'],
  ['31.12.2025 13:45|31.12.2025 9:05', 'timestamp DD.MM.YYYY H:mm'],
  ['12/31/2025, 1:45:10 PM', 'timestamp MM/DD/YYYY, h:mm:ss A'],
  ['31.12.2025 13:45|31.12.2025', 'text'],
  ['2025-12-31|31.12.2025', 'text'],
];
for (const [values, expected] of CASES) {
  test(`${JSON.stringify(values.split('|'))} is of the type ${expected}`, () => {
    const { type, formats } = guessType(values.split('|'));
    assert.equal([type, formats.join(' or ')].filter(Boolean).join(' '), expected);
  });
}

const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2068-12-31'), noInvalidDate: true });
const iso = dates.map(date => date.toISOString());

/** @type {Record<string, { values: import('fast-check').Arbitrary<string>, wider?: string[] }>} */
const GENERATED = {
  integer: { values: fc.integer().map(String) },
  bigint: { values: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String), wider: ['integer'] },
  numeric: { values: fc.tuple(fc.bigInt(), fc.nat(999)).map(([whole, part]) => `${whole}.${part}`) },
  'double precision': {
    values: fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value.toExponential()),
  },
  date: { values: iso.map(text => text.slice(0, 10)) },
  time: { values: iso.map(text => text.slice(11, 19)) },
  timestamp: { values: iso.map(text => text.slice(0, 19)) },
  timestamptz: { values: iso },
  uuid: { values: fc.uuid() },
  json: {
    values: fc
      .oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
      .map(value => JSON.stringify(value)),
  },
};
for (const [type, { values, wider = [] }] of Object.entries(GENERATED)) {
  test(`values made as ${type} are guessed as that`, () => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: values }, fc.constant('')), { minLength: 1 }), made => {
        const guessed = guessType(made);
        const expected = made.every(value => value === '') ? ['text'] : [type, ...wider];
        assert.ok(expected.includes(guessed.type), guessed.type);
        assert.deepEqual(guessed.formats, []);
      }),
    );
  });
}

/** @type {Record<string, (parts: { year: string, month: string, day: string }) => string>} */
const WRITERS = {
  'DD.MM.YYYY': ({ year, month, day }) => `${day}.${month}.${year}`,
  'MM/DD/YYYY': ({ year, month, day }) => `${month}/${day}/${year}`,
  'D/M/YYYY': ({ year, month, day }) => `${Number(day)}/${Number(month)}/${year}`,
  'YYYY/MM/DD': ({ year, month, day }) => `${year}/${month}/${day}`,
  'DD-MM-YY': ({ year, month, day }) => `${day}-${month}-${year.slice(2)}`,
};
for (const [format, write] of Object.entries(WRITERS)) {
  test(`dates written as ${format} are guessed to have that format, perhaps beside another`, () => {
    fc.assert(
      fc.property(fc.array(dates, { minLength: 1 }), made => {
        const parts = made.map(date => date.toISOString().slice(0, 10).split('-'));
        const written = parts.map(([year, month, day]) => write({ year, month, day }));
        const { type, formats } = guessType(written);
        assert.equal(type, 'date');
        const short = parts.some(([, month]) => month.startsWith('0')) ? 'M' : 'MM';
        const shortDay = parts.some(([, , day]) => day.startsWith('0')) ? 'D' : 'DD';
        const expected = format === 'D/M/YYYY' ? `${shortDay}/${short}/YYYY` : format;
        assert.ok(formats.includes(expected), `${formats} for ${written}`);
        const couldBeMonths = parts.every(([, , day]) => Number(day) <= 12);
        assert.equal(formats.length, couldBeMonths && !format.startsWith('YYYY') ? 2 : 1);
      }),
    );
  });
}

test('any values are given a type, and text of any length takes little time', () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: 'binary' })), values => guessType(values).type !== undefined));
  for (const character of ['1', '-', 'e', '[', '{', ' ', '1.', '1 ', 'a ']) guessType([character.repeat(1_000_000)]);
});
