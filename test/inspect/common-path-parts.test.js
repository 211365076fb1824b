import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namePatterns } from '../../src/inspect/common-path-parts.js';

/** @param {string[]} names */
function patternsOf(names) {
  return namePatterns(
    names.map(name => ({ path: name, folded: name, folder: '', name })),
    ['.csv'],
  );
}

test('numbers at the end of a name are no part of what names have in common', () => {
  assert.deepEqual(patternsOf(['sales2024-01.csv', 'sales2024-02.csv']), [
    ['sales', '.csv'],
    ['sales2024-', '.csv'],
  ]);
  assert.deepEqual(patternsOf(['12.34x7.csv']), [['', '.34x', '.csv']]);
});

test('goes once through the digits of a name, however many there are', { timeout: 30_000 }, () => {
  const digits = '0'.repeat(100_000);
  assert.deepEqual(patternsOf([`${digits}x1.csv`, `${digits}x2.csv`]).length, 2);
});
