import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nearest } from '../../src/recipe/nearest.js';

const KEYS = ['delimiter', 'header', 'drop', 'keep', 'require', 'phones', 'output', 'badRecords', 'missing', 'csv'];

suite('nearest', () => {
  for (const [word, meant] of Object.entries({
    delimeter: 'delimiter',
    delimter: 'delimiter',
    Header: 'header',
    headers: 'header',
    dorp: 'drop',
    phone: 'phones',
    required: 'require',
    badrecord: 'badRecords',
    cvs: 'csv',
    csvs: 'csv',
  })) {
    test(`suggests ${meant} for ${word}`, () => assert.equal(nearest(word, KEYS), meant));
  }

  for (const word of ['', 'x', 'quote', 'columns', 'encoding', 'x'.repeat(100_000)]) {
    test(`suggests nothing for ${word.slice(0, 20) || 'an empty word'}`, () =>
      assert.equal(nearest(word, KEYS), undefined));
  }
});
