import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { validateRecipe } from '../../src/recipe/validate.js';

suite('validateRecipe', () => {
  test('fills in the defaults in a copy', () => {
    const recipe = Object.freeze({ entries: Object.freeze([Object.freeze({ match: 'a', csv: Object.freeze({}) })]) });
    const { written, problems } = validateRecipe(recipe);
    assert.deepEqual(problems, []);
    assert.deepEqual(written, {
      entries: [
        {
          match: 'a',
          csv: {
            delimiter: 'auto',
            header: true,
            require: [],
            phones: [],
            output: {},
            badRecords: 'quarantine',
            missing: 'fail',
            quote: 'auto',
            escape: 'auto',
            encoding: 'auto',
            skipLines: 'auto',
            comments: 'auto',
            ragged: 'bad',
            names: 'loose',
            maxBad: 'auto',
            trim: false,
            dates: [],
            hash: [],
            mask: [],
            set: {},
            rename: {},
            columns: {},
            writeHeader: false,
          },
        },
      ],
      limits: { maxEntries: 10_000, maxRatio: 500, maxTotalBytes: 100 * 2 ** 30, maxRecordBytes: 16 * 2 ** 20 },
    });
  });

  test('does not share defaults between recipes', () => {
    const { written: first } = validateRecipe({ entries: [{ match: 'a', csv: {} }] });
    first.entries[0]?.csv?.require.push('changed');
    const { written: second } = validateRecipe({ entries: [{ match: 'a', csv: {} }] });
    assert.deepEqual(second.entries[0]?.csv?.require, []);
  });

  test('refuses a value that JSON cannot hold', () => {
    assert.throws(() => validateRecipe({ entries: () => [] }), { code: 'recipe/wrong-type', name: 'RecipeError' });
  });
});
