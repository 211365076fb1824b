import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDatabase } from '../../src/cli/read-database.js';
import { compileRecipe } from '../../src/recipe/recipe.js';

const WITHOUT_TABLE = await compileRecipe();
const WITH_TABLE = await compileRecipe({ entries: [{ match: '**', csv: { table: 'people' } }] });

test('an argument with a password is refused, also where the recipe has no table', () => {
  for (const recipe of [WITHOUT_TABLE, WITH_TABLE]) {
    for (const url of ['postgres://ada:secret@here/crm', 'postgres://here/crm?password=secret']) {
      assert.throws(
        () => readDatabase(url, recipe, { env: {} }),
        ({ code, message }) =>
          code === 'usage/database' && /has a password/.test(message) && !message.includes('secret'),
      );
    }
  }
});

test('the variable is removed, whatever the recipe needs', () => {
  for (const recipe of [WITHOUT_TABLE, WITH_TABLE]) {
    const env = { SLUICE_DATABASE: 'postgres://ada:secret@here/crm' };
    assert.equal(
      readDatabase(undefined, recipe, { env })?.uri,
      recipe === WITH_TABLE ? 'postgres://here/crm' : undefined,
    );
    assert.deepEqual(env, {});
  }
});
