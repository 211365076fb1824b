import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupByTable, tableFor } from '../../src/job/table-groups.js';
import { compileRecipe } from '../../src/recipe/recipe.js';

const RECIPE = await compileRecipe({
  entries: [
    { match: 'people/*', csv: { table: 'public.people' } },
    { match: 'more/*', csv: { table: 'public.people' } },
    { match: 'cities/*', csv: { table: 'cities' } },
    { match: 'files/*', csv: {} },
  ],
});

/**
 * @param {string[]} names In the archive's order.
 * @param {number[]} [order] Of their bytes.
 */
const archiveOf = (names, order = names.map((_, index) => index)) =>
  /** @type {any} */ ({
    entries: { get: (/** @type {number} */ index) => ({ name: names[index] }), inOrder: () => order },
  });

/** @param {Record<number, string>} statuses Of those that are not pending. */
const outcomesOf = (statuses = {}) =>
  /** @type {any} */ ({
    isPending: (/** @type {number} */ index) => statuses[index] === undefined,
    get: (/** @type {number} */ index) => ({ path: '', status: statuses[index] }),
  });

test('entries of one table stand together, also by several rules, in the order of their bytes', async () => {
  const archive = archiveOf(['people/a', 'cities/a', 'files/a', 'more/a', 'people/b'], [4, 1, 2, 3, 0]);
  assert.deepEqual(
    (await groupByTable(RECIPE, archive, outcomesOf())).map(({ table, pending }) => [table.name, pending]),
    [
      [
        'people',
        [
          { number: 0, index: 4 },
          { number: 3, index: 3 },
          { number: 4, index: 0 },
        ],
      ],
      ['cities', [{ number: 1, index: 1 }]],
    ],
  );
});

test('a table without pending entries is left out; one of which an entry has failed is marked', async () => {
  const archive = archiveOf(['people/a', 'people/b', 'cities/a']);
  const groups = await groupByTable(RECIPE, archive, outcomesOf({ 0: 'failed', 2: 'written' }));
  assert.deepEqual(
    groups.map(({ table, hasFailed, pending }) => [table.name, hasFailed, pending.length]),
    [['people', true, 1]],
  );
});

test('an entry’s table is that of its rule; a recipe without tables has none', async () => {
  const archive = archiveOf(['people/a', 'files/a', 'other']);
  assert.deepEqual(
    [0, 1, 2].map(index => tableFor(RECIPE, archive, index)?.name ?? null),
    ['people', null, null],
  );
  const plain = await compileRecipe({ entries: [{ match: '**', csv: {} }] });
  assert.deepEqual([tableFor(plain, archive, 0), await groupByTable(plain, archive, outcomesOf())], [null, []]);
});
