import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldName } from '../../src/destination/fold-name.js';

test('names that differ by case or Unicode form only are folded into one', () => {
  for (const [one, other] of [
    ['a/B.csv', 'A/b.CSV'],
    ['gr\u00f6\u00dfe', 'GRO\u0308\u00dfE'],
    ['\u00c5', '\u212b'],
    ['\u0131\u017f', 'Is'],
    ['\u03c3', '\u03c2'],
  ]) {
    assert.equal(foldName(one), foldName(other), `${one} and ${other}`);
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
    assert.notEqual(foldName(one), foldName(other), `${one} and ${other}`);
  }
});
