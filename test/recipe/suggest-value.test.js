import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import schema from '../../src/recipe/recipe.schema.json' with { type: 'json' };
import { suggestValue } from '../../src/recipe/suggest-value.js';

const { header, skipLines, maxBad, ragged, drop } = schema.definitions.csv.properties;

suite('suggestValue', () => {
  for (const [title, part, given, meant] of /** @type {[string, object, unknown, unknown][]} */ ([
    ['a misspelt word', ragged, 'padd', 'pad'],
    ['a word in capitals', skipLines, 'AUTO', 'auto'],
    ['a boolean in quotes', header, 'True', true],
    ['a boolean in words', header, 'no', false],
    ['an integer in quotes', skipLines, '12', 12],
    ['a share instead of a fraction', maxBad, 0.07, '7%'],
    ['a small share instead of a fraction', maxBad, 0.001, '0.1%'],
    ['nothing for another share', maxBad, '110%', undefined],
    ['nothing for a fraction where there are no shares', skipLines, 0.5, undefined],
    ['nothing for an integer too long', skipLines, '99999', undefined],
    ['nothing where nothing is close', ragged, 'whatever', undefined],
    ['nothing for a value of another type', drop, 'true', undefined],
    ['nothing for null', header, null, undefined],
  ])) {
    test(`suggests ${title}`, () => {
      assert.equal(suggestValue(given, part), meant);
    });
  }
});
