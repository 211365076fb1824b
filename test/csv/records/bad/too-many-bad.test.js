import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RFC_4180 } from '../../../../src/csv/dialect.js';
import { BadRecords } from '../../../../src/csv/records/bad/bad-records.js';
import { isTooMany, tooManyBad } from '../../../../src/csv/records/bad/too-many-bad.js';
import fc from '../../../support/fast-check.js';
import { newCounts, ruleOf } from '../../edit-entry.js';

/** @import { BadRecordCode } from '../../../../src/csv/records/bad/bad-record.js' */

/** @type {[maxBad: string | number, read: number, bad: number, isTooMany: boolean][]} */
const JUDGEMENTS = [
  ['auto', 0, 0, false],
  ['auto', 1, 1, true],
  ['auto', 2, 1, false],
  ['auto', 10, 10, true],
  ['auto', 11, 10, false],
  ['auto', 12, 11, true],
  ['auto', 109, 11, true],
  ['auto', 110, 11, false],
  ['auto', 1_000, 100, false],
  ['auto', 1_000, 101, true],
  [0, 5, 0, false],
  [0, 5, 1, true],
  [3, 3, 3, false],
  [3, 4, 4, true],
  ['0%', 10, 0, false],
  ['0%', 10, 1, true],
  ['0.57%', 10_000, 57, false],
  ['0.57%', 10_000, 58, true],
  ['33.333333%', 3, 1, true],
  ['33.4%', 3, 1, false],
  ['100%', 7, 7, false],
];
for (const [maxBad, read, bad, expected] of JUDGEMENTS) {
  test(`${bad} of ${read} bad records are ${expected ? 'too many' : 'not too many'} under ${JSON.stringify(maxBad)}`, () => {
    assert.equal(isTooMany(maxBad, { read, bad }), expected);
  });
}

test('a share is judged exactly', () => {
  const millionths = fc.nat({ max: 100_000_000 });
  const read = fc.integer({ min: 1, max: 2 ** 45 });
  fc.assert(
    fc.property(millionths, read, fc.integer({ min: -2, max: 2 }), (share, total, off) => {
      const bad = Math.max(0, Math.min(total, Number((BigInt(share) * BigInt(total)) / 100_000_000n) + off));
      const text = `${Math.floor(share / 1e6)}.${String(share % 1e6).padStart(6, '0')}%`;
      const expected = BigInt(bad) * 100_000_000n > BigInt(share) * BigInt(total);
      assert.equal(isTooMany(text, { read: total, bad }), expected);
    }),
  );
});

/**
 * @param {[code: BadRecordCode, fields: number | null, count: number][]} tallies
 * @param {object} [entry]
 */
function messageOf(tallies, entry) {
  return tooManyBad({
    ...{ read: 40, bad: 12, maxBad: 'auto', width: 3, isEarly: false },
    tallies: tallies.map(([code, fields, count], index) => ({
      code,
      fields,
      count,
      record: index + 5,
      byte: 100 * index,
    })),
    ...entry,
  });
}

test('csv/too-many-bad: the error says how many, the limit, the commonest reasons and what would cure them', () => {
  const error = messageOf([
    ['csv/field-count', 4, 8],
    ['csv/field-count', 1, 2],
    ['csv/after-quote', null, 1],
    ['csv/unterminated-quote', null, 1],
  ]);
  assert.equal(error.code, 'csv/too-many-bad');
  assert.deepEqual([error.record, error.byte], [5, 0]);
  assert.equal(
    error.message,
    '12 of 40 records are bad ("maxBad" is "auto": at most 10, or 10% where that is more, but never all): ' +
      '8 have 4 fields instead of 3 (first: record 5 at byte 0), ' +
      '2 have 1 field instead of 3 (first: record 6 at byte 100), ' +
      '1 has bytes between a closing quote and the next delimiter (first: record 7 at byte 200); ' +
      'fill up short records with "ragged": "pad"; or ' +
      'shorten long records with "ragged": "cut", or set another "delimiter"; or ' +
      'if the quotes are no CSV quotes, set "quote" to "none" or "\'", or "escape" to "backslash"; or ' +
      'allow more with "maxBad"',
  );
});

/** @type {[what: string, tallies: Parameters<typeof messageOf>[0], entry: object, message: RegExp][]} */
const CURES = [
  [
    'a header that is not the first line',
    [['csv/field-count', 7, 39]],
    { bad: 40, width: 1, maxBad: '10%' },
    /^all 40 records are bad \("maxBad" is "10%"\): 39 have 7 .*; if the records have 7 fields because the first line is no header, set "skipLines" or "header"; or /,
  ],
  [
    'numbers of fields that do not agree',
    [
      ['csv/field-count', 7, 10],
      ['csv/field-count', 8, 10],
      ['csv/field-count', null, 20],
    ],
    { bad: 40 },
    /20 have other numbers of fields than 3 \(first: record 7 at byte 200\); shorten .*; or allow more with "maxBad"$/,
  ],
  [
    'quotes',
    [['csv/unterminated-quote', null, 12]],
    {},
    /; if the quotes are no CSV quotes, set "quote" to "none"; or /,
  ],
  [
    'a count',
    [['csv/after-quote', null, 6]],
    { bad: 6, maxBad: 5, isEarly: true },
    /^6 of 40 records read so far are bad \("maxBad" is 5\): /,
  ],
  [
    'a single record',
    [['csv/field-count', 1, 1]],
    { read: 1, bad: 1 },
    /^the only record is bad .*: 1 has 1 field instead of 3 \(first: /,
  ],
  [
    'lines that may be comments',
    [['csv/field-count', 2, 1]],
    { read: 3, bad: 1, comments: { count: 2, record: 1, byte: 4 } },
    /^3 of 5 records are bad .*: 2 begin with "#" and would be comments if they were fewer \(first: record 1 at byte 4\), 1 has 2 fields instead of 3 \(.*\); if the lines that begin with "#" are records, set "comments" to "none"; or if they are comments, set "comments" to "#"; or fill up /,
  ],
  ['nothing known', [], {}, /but never all\); allow more with "maxBad"$/],
];
for (const [what, tallies, entry, message] of CURES) {
  test(`the cure for ${what}`, () => {
    assert.match(messageOf(tallies, entry).message, message);
  });
}

/** @param {Partial<import('../../../../src/recipe/recipe.js').CsvRule>} rule */
function open(rule) {
  const counts = newCounts();
  const bad = new BadRecords({ rule: ruleOf(rule), maxDescribed: 3, counts });
  bad.begin({ dialect: RFC_4180, names: null, width: 3 });
  return { bad, counts };
}

/** @param {ReturnType<typeof open>} entry @param {number} records */
function addBad({ bad, counts }, records) {
  for (let index = 0; index < records; index++) {
    counts.records.read += 1;
    bad.addBad({ record: counts.records.read, byte: 0, code: 'csv/field-count', fields: 2 }, 10);
  }
}

test('values that do not fit are counted by their fields, up to 64 of them', () => {
  const { bad, counts } = open({ maxBad: 'auto' });
  for (let index = 0; index < 200; index++) {
    counts.records.read += 1;
    const field = index < 100 ? 'born' : `field ${index}`;
    bad.addBad({ record: counts.records.read, byte: index, code: 'csv/wrong-type', field, type: 'date' }, 10);
  }
  assert.throws(() => bad.judge(), {
    code: 'csv/too-many-bad',
    message:
      'all 200 records are bad ("maxBad" is "auto": at most 10, or 10% where that is more, but never all): ' +
      '100 have a value in the field "born" that is no date (first: record 1 at byte 0), ' +
      '37 have a value in another field that does not fit its type (first: record 164 at byte 163), ' +
      '1 has a value in the field "field 100" that is no date (first: record 101 at byte 100); ' +
      'change the type in "columns", list what stands for no value in its "null", or bring dates to ISO 8601 with "dates"; ' +
      'or allow more with "maxBad"',
  });
});

test('a count that is exceeded ends the entry at once', () => {
  for (const badRecords of /** @type {const} */ (['quarantine', 'skip'])) {
    const entry = open({ badRecords, maxBad: 2 });
    addBad(entry, 2);
    entry.bad.judge();
    assert.throws(() => addBad(entry, 1), {
      code: 'csv/too-many-bad',
      message: /^all 3 records read so far are bad/,
    });
  }
});

test('there is no limit where bad records are kept, or the first one fails the entry', () => {
  for (const badRecords of /** @type {const} */ (['keep', 'fail'])) {
    const entry = open({ badRecords, maxBad: 0 });
    addBad(entry, 100);
    entry.bad.judge();
  }
});

test('csv/too-many-bad: names that the recipe gives are not to be found in another line', () => {
  const { message } = messageOf([['csv/field-count', 5, 35]], { bad: 35, isNamed: true });
  assert.match(
    message,
    /; if the records have 5 fields, name as many in "header"; or shorten long records with "ragged"/,
  );
  assert.doesNotMatch(message, /skipLines/);
});
