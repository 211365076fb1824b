import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecipeError } from '../../src/errors.js';
import { judgeRecipe } from '../../src/recipe/judge-recipe.js';

test('what the schema refuses in a rule hides no other problem of that rule', async () => {
  const csv = {
    unknown: 1,
    encoding: 'klingon',
    where: {
      all: [
        { field: 'a', matches: '(' },
        { field: 'a', eq: true },
        { not: { field: 'a', lt: 'x' } },
        { any: [] },
        5,
        { field: 'a' },
      ],
    },
    dates: [{ field: 'a', from: 'DD.MM' }],
    mask: [{ field: 'a' }, { field: 'A' }],
  };
  assert.deepEqual(await pathsOf({ entries: [{ match: '[', csv }] }), [
    'entries[0].match',
    'entries[0].csv.unknown',
    'entries[0].csv.encoding',
    'entries[0].csv.where.all[0].matches',
    'entries[0].csv.where.all[1].eq',
    'entries[0].csv.where.all[2].not.lt',
    'entries[0].csv.where.all[3].any',
    'entries[0].csv.where.all[4]',
    'entries[0].csv.where.all[5]',
    'entries[0].csv.dates[0].from',
    'entries[0].csv.mask[1].field',
  ]);
});

test('a rule without a match, with a misspelt one, or with two actions, is judged as well', async () => {
  const csv = { dates: [{ field: 'a', from: 'DD.MM' }] };
  assert.deepEqual(await pathsOf({ entries: [{ csv }, { match: 'a', skip: true, csv }, { mach: 'a', csv }] }), [
    'entries[0].match',
    'entries[0].csv.dates[0].from',
    'entries[1]',
    'entries[1].csv.dates[0].from',
    'entries[2].mach',
    'entries[2].csv.dates[0].from',
  ]);
});

const FOLLOWING = {
  header: { header: [], writeHeader: true, drop: ['a'] },
  set: { header: ['a'], set: 1, select: ['a', 'b'] },
  missing: { header: ['a'], missing: true, drop: ['b'] },
  names: { names: 1, mask: [{ field: 'a' }, { field: 'A' }] },
  quote: { quote: 'x', comments: "'" },
  badRecords: { badRecords: 1, maxBad: 3 },
  rename: { rename: { a: 1, b: 'c' }, set: { c: '' } },
  table: { header: false, badRecords: 'keep', table: { name: 't', mode: 'marge', key: ['a'] } },
  drop: { header: ['a', 'b'], drop: ['a', null], set: { a: '' } },
};

for (const [key, csv] of Object.entries(FOLLOWING)) {
  test(`a refused "${key}" is one problem, and no other follows from it`, async () => {
    const paths = await pathsOf({ entries: [{ match: 'a', csv }] });
    assert.equal(paths.length, 1, paths.join());
    assert.ok(paths[0].startsWith(`entries[0].csv.${key}`), paths[0]);
  });
}

/** @param {unknown} recipe */
async function pathsOf(recipe) {
  /** @type {string[]} */
  let paths = [];
  await assert.rejects(judgeRecipe(recipe), error => {
    assert.ok(error instanceof RecipeError);
    paths = (error.problems ?? []).map(({ message }) => message.split(' ')[0]);
    return true;
  });
  return paths;
}
