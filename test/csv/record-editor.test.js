import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editEntry } from './edit-entry.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */

describe('records', () => {
  const cases = /** @type {[title: string, text: string, rule: Partial<CsvRule>, output: string][]} */ ([
    [
      'are copied byte for byte',
      'a,b\r\n"1" x\xff,\0\n3,"4\n"\r\n',
      { badRecords: 'keep' },
      'a,b\r\n"1" x\xff,\0\n3,"4\n"\r\n',
    ],
    ['keep their newline, each its own', 'a,b\n1,2\r\n3,4\n5,6', { drop: ['b'] }, 'a\n1\r\n3\n5'],
    ['lose fields in the middle', 'a,b,c,d\n1,2,3,4\n', { drop: ['b', 'd'] }, 'a,c\n1,3\n'],
    ['lose the first field', 'a,b\n"1,\n",2\n', { drop: ['a'] }, 'b\n2\n'],
    ['lose empty lines if there are several columns', 'a,b\n\n1,2\n\r\n', {}, 'a,b\n1,2\n'],
    ['keep empty lines if there is one column', 'a\n\n1\n', {}, 'a\n\n1\n'],
    ['do not become empty lines if the only kept field is empty', 'a,b\n,2\n3,4\n,6', { keep: ['a'] }, 'a\n""\n3\n""'],
    ['remain empty lines if there is one field', 'a\n\n3\n', {}, 'a\n\n3\n'],
    ['with an empty required field are filtered', 'a,b\n,2\n"",4\n" ",6\n', { require: ['a'] }, 'a,b\n" ",6\n'],
    ['are filtered by required fields that are dropped', 'a,b\n1,\n3,4\n', { require: ['b'], drop: ['b'] }, 'a\n3\n'],
    [
      'are filtered by required fields as they were before formatting',
      'a\n( )\n',
      { require: ['a'], ...strip('a') },
      'a\n""\n',
    ],
  ]);
  for (const [title, text, rule, expected] of cases) {
    it(title, async () => {
      for (const { before, first } of STATES) {
        for (const cuts of [[1], [3, 5], [65_536]]) {
          const { output, error } = await editEntry(before + text, rule, { cuts, first });
          assert.equal(error, null);
          assert.equal(output.toString('latin1'), expected);
        }
      }
    });
  }
});

describe('bad records', () => {
  const text = 'a,b\n1,2\n3\n"4"x,5\n\n,6,\r\n7,8\n9,"';
  const bad = '3\n"4"x,5\n,6,\r\n9,"';
  const described = [
    { record: 2, byte: 8, code: 'csv/field-count' },
    { record: 3, byte: 10, code: 'csv/after-quote' },
    { record: 4, byte: 18, code: 'csv/field-count' },
    { record: 6, byte: 27, code: 'csv/unterminated-quote' },
  ];
  for (const [badRecords, output, rejected] of /** @type {const} */ ([
    ['quarantine', 'b\n2\n8\n', bad],
    ['skip', 'b\n2\n8\n', ''],
    ['keep', 'b\n2\n3\n"4"x,5\n,6,\r\n8\n9,"', ''],
  ])) {
    it(`are counted and described with "${badRecords}"`, async () => {
      for (const { before, first } of STATES) {
        for (const cuts of [[1], [7], [65_536]]) {
          const result = await editEntry(before + text, { badRecords, drop: ['a'] }, { cuts, first });
          assert.equal(result.output.toString(), output);
          assert.equal(result.rejected.toString(), rejected);
          assert.deepEqual(result.counts.records, { read: 6, written: 2, filtered: 0, bad: 4, skipped: 0 });
          const shifted = described.map(error => ({ ...error, byte: error.byte + before.length }));
          assert.deepEqual(result.counts.badRecords, shifted);
        }
      }
    });
  }

  for (const [index, { record, byte, code }] of described.entries()) {
    it(`fail the entry with "fail": ${code} in record ${record}`, async () => {
      const lines = text.slice(0, 8).concat(text.slice(byte));
      const { error, counts } = await editEntry(lines, { badRecords: 'fail' });
      assert.equal(error?.name, 'CsvError');
      assert.deepEqual([error.code, error.record, error.byte], [code, 2, 8]);
      assert.match(error.message, MESSAGES[index] ?? /never/);
      assert.deepEqual(counts.records, { read: 2, written: 1, filtered: 0, bad: 1, skipped: 0 });
    });
  }

  it('are described up to the limit, and all counted', async () => {
    const { counts, rejected } = await editEntry(`a,b\n${'x\n'.repeat(500)}`, {}, { cuts: [100], maxDescribed: 3 });
    assert.deepEqual(
      counts.badRecords.map(({ byte }) => byte),
      [4, 6, 8],
    );
    assert.equal(counts.records.bad, 500);
    assert.equal(rejected.length, 1000);
  });
});

// Empty lines before the header leave no trace. With enough of them, the opening is complete after the first chunk.
const STATES = [
  { before: '', first: 0 },
  { before: '\n'.repeat(1100), first: 1108 },
];

const MESSAGES = [
  /^record 2 at byte 8 has 1 fields, expected 2$/,
  /^record 2 at byte 8 has bytes between a closing quote and the next delimiter$/,
  /^record 2 at byte 8 has 3 fields, expected 2$/,
  /^record 2 at byte 8 has a quote that is never closed$/,
];

/**
 * @param {string} field
 * @returns {Partial<CsvRule>}
 */
function strip(field) {
  return { phones: [{ field, format: 'strip', country: null }] };
}
