import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseDateFormat } from '../../src/recipe/date-format.js';

/** @type {[format: string, problem: string][]} */
const REFUSED = [
  ['MM/YYYY', 'without a day: it must have DD or D'],
  ['DD.MM.', 'without a year: it must have YYYY or YY'],
  ['YYYY-DD', 'without a month: it must have MMMM, MMM, MM or M'],
  ['DD.mm.YYYY', 'with mm, which is minutes, and no month; did you mean MM?'],
  ['dd.MM.yyyy', 'with dd, which is no token; did you mean DD?'],
  ['DD.MM.yyyy', 'with yyyy, which is no token; did you mean YYYY?'],
  ['DD.MM.YYY', 'with YYY, which is no token: write [YYY] for letters that stand for themselves'],
  ['DDD YYYY', 'with DDD, which is no token: write [DDD] for letters that stand for themselves'],
  ['DD de MMMM YYYY', 'with d, which is no token; did you mean D?'],
  ['DD.MM.YYYY uhr', 'with u, which is no token: write [u] for letters that stand for themselves'],
  ['DD.MM.YYYY DD', 'with DD twice'],
  ['DD MMM (MM) YYYY', 'with both MMM and MM: leave one out'],
  ['DD.MM.YYYY HH:mm h A', 'with both HH and h: leave one out'],
  ['DD.MM.YYYY hh:mm', 'with hh but not A (AM or PM): write HH for 0 to 23'],
  ['DD.MM.YYYY HH:mm A', 'with A (AM or PM) but not hh or h'],
  ['DD.MM.YYYY A', 'with A (AM or PM) but not hh or h'],
  ['DD.MM.YYYY mm', 'with mm (minutes) but not an hour'],
  ['DD.MM.YYYY HH:ss', 'with ss (seconds) but not mm (minutes)'],
  ['DD.MM.YYYY [um HH', 'with a [ that is never closed'],
  ['DMYYYY', 'with D, which takes one digit or two, directly before another digit: write DD'],
  ['YYYY-MM-D[0]', 'with D, which takes one digit or two, directly before another digit: write DD'],
];

suite('parseDateFormat', () => {
  test('splits a format into tokens and texts', () => {
    assert.deepEqual(parseDateFormat('M/D/YYYY h:mm A'), [
      { token: 'M' },
      { text: '/' },
      { token: 'D' },
      { text: '/' },
      { token: 'YYYY' },
      { text: ' ' },
      { token: 'h' },
      { text: ':' },
      { token: 'mm' },
      { text: ' ' },
      { token: 'A' },
    ]);
    assert.deepEqual(parseDateFormat('YYYYMMDDTHHmmssZ'), [
      ...['YYYY', 'MM', 'DD'].map(token => ({ token })),
      { text: 'T' },
      ...['HH', 'mm', 'ss'].map(token => ({ token })),
      { text: 'Z' },
    ]);
  });

  test('takes letters in brackets, and letters of other scripts, for themselves', () => {
    assert.deepEqual(parseDateFormat('D[ de ]MMMM[][ de] YY'), [
      { token: 'D' },
      { text: ' de ' },
      { token: 'MMMM' },
      { text: ' de ' },
      { token: 'YY' },
    ]);
    assert.deepEqual(parseDateFormat('YYYY年MM月DD日😀').at(-1), { text: '日😀' });
  });

  test('lets a name of a month or AM follow one digit or two', () => {
    parseDateFormat('DMMMYYYY');
    parseDateFormat('DMMMMYYYY hA');
  });

  for (const [format, problem] of REFUSED) {
    test(`refuses ${format}`, () => {
      assert.throws(() => parseDateFormat(format), { message: `a format ${problem}` });
    });
  }
});
