import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldName } from '../../../src/destination/folder/fold-name.js';
import { FOLDS_ALL } from '../../../src/destination/folder/probe-folding.js';

test('names that differ only in case, Unicode form or invisible characters fold to the same name', () => {
  for (const [one, other] of [
    ['a/B.csv', 'A/b.CSV'],
    ['gr\u00f6\u00dfe', 'GRO\u0308\u00dfE'],
    ['\u00c5', '\u212b'],
    ['\u0131\u017f', 'Is'],
    ['\u03c3', '\u03c2'],
    ['\u1e9e', '\u00df'],
    ['a\u200cb', 'ab'],
    ['\ufeffA\u00ad\ufe0f', 'a'],
    ['a./b .', 'A/B'],
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
      { case: false, form: false, invisible: false, dots: false },
      { case: true, form: false, invisible: false, dots: false },
      { case: false, form: true, invisible: false, dots: false },
      { case: false, form: false, invisible: true, dots: false },
      { case: false, form: false, invisible: false, dots: true },
    ].map(folding => foldName(name, folding));
  assert.deepEqual(fold('A/b'), ['A/b', 'a/b', 'A/b', 'A/b', 'A/b']);
  assert.deepEqual(fold('\u00c9'), ['\u00c9', '\u00e9', 'E\u0301', '\u00c9', '\u00c9']);
  assert.deepEqual(fold('E\u0301'), ['E\u0301', 'e\u0301', 'E\u0301', 'E\u0301', 'E\u0301']);
  assert.deepEqual(fold('A. /.b./c .'), ['A. /.b./c .', 'a. /.b./c .', 'A. /.b./c .', 'A. /.b./c .', 'A/.b/c']);
  assert.deepEqual(fold('../. /\u00c9. '), [
    '../. /\u00c9. ',
    '../. /\u00e9. ',
    '../. /E\u0301. ',
    '../. /\u00c9. ',
    '../. /\u00c9',
  ]);
  assert.deepEqual(fold('A\u200c'), ['A\u200c', 'a\u200c', 'A\u200c', 'A', 'A\u200c']);
});
