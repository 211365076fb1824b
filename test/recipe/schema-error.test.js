import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { RecipeError } from '../../src/errors.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import schema from '../../src/recipe/recipe.schema.json' with { type: 'json' };
import fc, { caseCount } from '../support/fast-check.js';
import { recipes } from './arbitraries.js';

// A text file, because the messages are long and meant to be read.
const REFUSED = readFileSync(new URL('refused.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .slice(1)
  .map(block => block.trim().split('\n'));

const PHONE = { field: 'a', format: 'e164' };

suite('a recipe that the schema refuses', () => {
  for (const [json = '', outcome] of REFUSED) {
    test(`refuses ${json}`, async () => {
      const error = await compileRecipe(JSON.parse(json)).catch(error => error);
      assert.ok(error instanceof RecipeError);
      assert.equal(`${error.code}: ${error.message}`, outcome);
    });
  }

  test('refuses 1,001 rules', async () => {
    const entries = Array(1001).fill({ match: 'a', copy: true });
    await assert.rejects(compileRecipe({ entries }), {
      code: 'recipe/wrong-value',
      message: 'entries is an array of 1001, but must be an array of at most 1000 rules',
    });
  });

  test('refuses what JSON does not have', async () => {
    for (const value of [() => {}, { entries: [Symbol.iterator] }]) {
      await assert.rejects(compileRecipe(value), {
        code: 'recipe/wrong-type',
        message: 'the recipe holds something that JSON cannot, or is nested too deeply',
      });
    }
  });

  for (const [name, character] of Object.entries({ CR: '\r', LF: '\n', NUL: '\0', 'a quote': '"' })) {
    test(`refuses ${name} as a delimiter of the input or the output`, async () => {
      for (const csv of [{ delimiter: character }, { output: { delimiter: character } }]) {
        await assert.rejects(compileRecipe({ entries: [{ match: 'a', csv }] }), { code: 'recipe/wrong-value' });
      }
    });
  }

  test('names the first wrong rule by its index', async () => {
    const entries = [
      { match: 'a', copy: true },
      { match: 'b', csv: { phones: [PHONE, { ...PHONE, country: 5 }] } },
    ];
    await assert.rejects(compileRecipe({ entries }), /^RecipeError: entries\[1\]\.csv\.phones\[1\]\.country is 5, but/);
  });

  test('survives a recipe with 100,000 levels of nesting', async () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    await assert.rejects(compileRecipe({ entries: deep }), RecipeError);
  });

  test('names every unknown key by its path, wherever it is', async () => {
    const keys = fc.stringMatching(/^[a-z][A-Za-z0-9_-]{0,12}$/).filter(key => !KNOWN_KEYS.has(key));
    await fc.assert(
      fc.asyncProperty(recipes, keys, fc.nat(), fc.jsonValue(), async (json, key, choice, value) => {
        const recipe = structuredClone(json);
        const objects = objectsIn(recipe, '');
        const chosen = objects[choice % objects.length];
        assert.ok(chosen);
        chosen.object[key] = value;
        const path = chosen.path ? `${chosen.path}.${key}` : key;
        const error = await compileRecipe(recipe).catch(error => error);
        assert.ok(error instanceof RecipeError);
        assert.equal(error.code, 'recipe/unknown-key');
        assert.ok(error.message.startsWith(`${path} is an unknown key; `), error.message);
        assert.doesNotMatch(error.message, /\n/);
      }),
      { numRuns: caseCount(300) },
    );
  });

  test('refuses any other JSON with one line and a specific code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async value => {
        const error = await compileRecipe({ entries: [value] }).catch(error => error);
        assert.ok(error instanceof RecipeError);
        assert.match(error.code, /^recipe\/(unknown-key|missing-key|wrong-type)$/);
        assert.match(error.message, /^entries\[0\].{0,400}$/);
      }),
      { numRuns: caseCount(300) },
    );
  });
});

const KNOWN_KEYS = new Set(['$schema', ...allKeys(schema)]);

/**
 * @param {unknown} value
 * @returns {string[]}
 */
function allKeys(value) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...allKeys(part)]);
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {{ object: Record<string, unknown>, path: string }[]}
 */
function objectsIn(value, path) {
  if (Array.isArray(value)) return value.flatMap((part, index) => objectsIn(part, `${path}[${index}]`));
  if (value === null || typeof value !== 'object') return [];
  const object = /** @type {Record<string, unknown>} */ (value);
  const below = Object.entries(object).flatMap(([key, part]) =>
    // In these, keys are names that the author chooses.
    key === 'set' || key === 'rename' ? [] : objectsIn(part, path ? `${path}.${key}` : key),
  );
  return [{ object, path }, ...below];
}
