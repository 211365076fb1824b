import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldName } from '../../../src/destination/folder/fold-name.js';
import { FOLDS_ALL } from '../../../src/destination/folder/probe-folding.js';

test('names that differ only in case or Unicode form fold to the same name', () => {
  for (const [one, other] of [
    ['a/B.csv', 'A/b.CSV'],
    ['gr\u00f6\u00dfe', 'GRO\u0308\u00dfE'],
    ['\u00c5', '\u212b'],
    ['\u0131\u017f', 'Is'],
    ['\u03c3', '\u03c2'],
    ['\u1e9e', '\u00df'],
  ]) {
    assert.equal(foldName(one, FOLDS_ALL), foldName(other, FOLDS_ALL), `${one} and ${other}`);
  }
});

test('other names stay different', () => {
  for (const [one, other] of [
    ['a', 'b'],
    ['a b', 'ab'],
    ['a/b', 'a\u2215b'],
    ['\u00f6', 'o'],
    ['\uff41', 'a'],
  ]) {
    assert.notEqual(foldName(one, FOLDS_ALL), foldName(other, FOLDS_ALL), `${one} and ${other}`);
  }
});

test('only the differences that a file system ignores are folded', () => {
  const fold = (/** @type {string} */ name) =>
    [
      [false, false],
      [true, false],
      [false, true],
    ].map(([byCase, byForm]) => foldName(name, { case: byCase, form: byForm }));
  assert.deepEqual(fold('A/b'), ['A/b', 'a/b', 'A/b']);
  assert.deepEqual(fold('\u00c9'), ['\u00c9', '\u00e9', 'E\u0301']);
  assert.deepEqual(fold('E\u0301'), ['E\u0301', 'e\u0301', 'E\u0301']);
});
