import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../support/fast-check.js';
import { readOutput, scoreOf } from './score.js';
import { cellText } from './table-text.js';

const TABLE = [
  ['id', 'name'],
  ['1', 'Ann'],
  ['2', 'Bob'],
];

test('a table that is as it is meant scores 10, one that is missing 0', () => {
  assert.equal(scoreOf(TABLE, TABLE), 10);
  assert.equal(scoreOf(TABLE, null), 0);
  assert.equal(scoreOf([], []), 10);
});

test('case, space around cells, how a number is written and empty cells at the end of a record do not count', () => {
  assert.equal(
    scoreOf(
      [
        ['id', 'name'],
        ['1.50', 'ANN '],
      ],
      [
        ['ID', ' name'],
        ['1.5', 'ann'],
      ],
    ),
    10,
  );
  assert.ok(scoreOf(TABLE, [...TABLE.slice(0, 2), ['2', 'Bob', '']]) > 9.5);
});

test('a missing record costs recall, a made up one precision, each of records and cells', () => {
  const f1 = (/** @type {number} */ precision, /** @type {number} */ recall) =>
    (2 * precision * recall) / (precision + recall);
  assert.equal(scoreOf(TABLE, TABLE.slice(0, 2)), 1 + 3 + (1 + 1 / 2 + f1(1, 1 / 2)) + (1 + 4 / 6 + f1(1, 4 / 6)));
  const more = scoreOf(TABLE, [...TABLE, ['3', 'Cid']]);
  assert.ok(Math.abs(more - (1 + 3 + (2 / 3 + 1 + f1(2 / 3, 1)) + (6 / 8 + 1 + f1(6 / 8, 1)))) < 1e-9);
});

test('records count as often as they occur', () => {
  assert.ok(scoreOf(TABLE, [...TABLE, TABLE[2]]) < 10);
});

test('any table that is written as RFC 4180 is read as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', ' ', ';'), minLength: 1, maxLength: 5 });
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, table => {
      const text = table.map(row => `${row.map(value => cellText({ value, quoted: true })).join(',')}\n`).join('');
      assert.deepEqual(readOutput(Buffer.from(text)), table);
    }),
  );
});

test('a quote that is never closed takes the rest of the output with it', () => {
  assert.deepEqual(readOutput(Buffer.from('a,b\n1,"x\n2,y\n')), [
    ['a', 'b'],
    ['1', 'x\n2,y\n'],
  ]);
});
