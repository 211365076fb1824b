import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostBytes } from '../../src/job/most-bytes.js';
import { compileRecipe } from '../../src/recipe/recipe.js';

const ENTRY = /** @type {any} */ ({ name: 'a.csv', bytes: 1000 });

test('only an entry whose records may become very long may take more bytes than it declares', async () => {
  for (const [rule, most] of /** @type {[object, number][]} */ ([
    [{ copy: true }, 1000],
    [{ csv: {} }, 1000],
    [{ csv: { ragged: 'cut', hash: [] } }, 1000],
    [{ csv: { ragged: 'pad' } }, Number.POSITIVE_INFINITY],
    [{ csv: { set: { source: '$entry' } } }, Number.POSITIVE_INFINITY],
  ])) {
    const recipe = await compileRecipe({ entries: [{ match: '**', ...rule }] });
    assert.equal(mostBytes(ENTRY, recipe), most, JSON.stringify(rule));
  }
});
