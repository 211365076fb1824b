import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignTable, cutText, widthOf } from '../../src/cli/text-table.js';
import fc from '../support/fast-check.js';

test('columns are aligned, East Asian characters take two, and empty columns are left out', () => {
  const rows = [
    ['name', 'size', '', 'what'],
    ['山田', '5', '', 'a'],
    ['e\u0301te\u0301', '1,000', '', ''],
  ];
  assert.deepEqual(alignTable(rows, [{}, { isRight: true }, {}, {}], 80), [
    'name   size  what',
    '山田      5  a',
    'e\u0301te\u0301   1,000',
  ]);
});

/** @type {[text: string, width: number, cut: string][]} */
const CUTS = [
  ['abcdef', 6, 'abcdef'],
  ['abcdefg', 6, 'abcde…'],
  ['山田太郎', 8, '山田太郎'],
  ['山田太郎', 7, '山田太…'],
  ['山田太郎', 6, '山田…'],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '…'],
  ['a\u001b[31m', 20, 'a\\u{1b}[31m'],
  ['a\nb', 4, 'a\\u…'],
  ['', 4, ''],
];
for (const [text, width, cut] of CUTS) {
  test(`${JSON.stringify(text)} is shown as ${cut} in ${width} columns`, () => assert.equal(cutText(text, width), cut));
}

test('any text is cut to the width, on one line, and in little time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 100 }), (text, width) => {
      const cut = cutText(text, width);
      assert.ok(widthOf(cut) <= width);
      assert.ok(cut.isWellFormed());
      assert.doesNotMatch(cut, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    }),
  );
  for (const part of ['a', '\u0301', '山', '\u001b', '👩‍']) cutText(part.repeat(1_000_000), 80);
});

test('no line of a table is longer than the width', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 3, maxLength: 3 }), { minLength: 1 }),
      fc.integer({ min: 10, max: 60 }),
      (rows, width) => {
        const lines = alignTable(rows, [{}, { isRight: true }, { most: 100 }], width);
        assert.equal(lines.length, rows.length);
        for (const line of lines) assert.ok(widthOf(line) <= width);
      },
    ),
  );
});
