import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { explainRecipe } from '../../src/recipe/explain-recipe.js';

/** @type {[csv: Record<string, unknown>, warnings: string[]][]} */
const CASES = [
  [{ drop: ['a'], phones: [{ field: 'b', format: 'strip' }], mask: [{ field: 'c' }], rename: { d: 'e' } }, []],
  [
    { badRecords: 'keep', drop: ['a'], where: { field: 'b', empty: false }, mask: [{ field: 'c' }] },
    ['badRecords is "keep": bad records come out as they came in, untouched by drop, where, mask'],
  ],
  [{ badRecords: 'keep', drop: [], require: ['a'] }, []],
  [
    {
      drop: ['Email', 3],
      trim: ['email'],
      phones: [{ field: 3, format: 'strip' }],
      dates: [{ field: 'EMAIL', from: 'YYYYMMDD' }],
      mask: [{ field: ' email' }],
      rename: { email: 'mail' },
    },
    [
      'trim[0] is "email", a field that the rule does not write',
      'phones[0].field is 3, a field that the rule does not write',
      'dates[0].field is "EMAIL", a field that the rule does not write',
      'mask[0].field is " email", a field that the rule does not write',
      'rename.email renames "email", a field that the rule does not write',
    ],
  ],
  [{ names: 'exact', drop: ['Email'], trim: ['email'] }, []],
  [{ keep: ['a', 2], mask: [{ field: 'b' }] }, []],
  [{ keep: ['a'], mask: [{ field: 'b' }] }, ['mask[0].field is "b", a field that the rule does not write']],
  [
    { select: ['s', 'a'], set: { s: 1 }, rename: { b: 'c' } },
    ['rename.b renames "b", a field that the rule does not write'],
  ],
  [
    { header: ['a', 'b'], keep: [1], mask: [{ field: 'A' }, { field: 'B' }] },
    ['mask[0].field is "A", a field that the rule does not write'],
  ],
  [
    {
      keep: ['x'],
      trim: ['a', 'b'],
      dates: [{ field: 'c', from: 'YYYYMMDD' }],
      require: ['a'],
      where: {
        all: [
          { field: 'b', eq: 1 },
          { field: 'c', gt: '2026-01-01' },
        ],
      },
    },
    [],
  ],
  [{ hash: ['a'] }, ['hash needs a key: give it with --hash-key-file FILE, or to the function as SLUICE_HASH_SECRET']],
  [
    { header: ['a'], rename: { a: 'b' } },
    ['rename has no effect: the names of "header" are written only with "writeHeader": true'],
  ],
  [{ header: ['a'], rename: { a: 'b' }, writeHeader: true }, []],
  [{ header: ['a'], rename: { a: 'b' }, table: 't' }, []],
  [
    { set: { a: 1, 7: 2 } },
    ['set["7"] is a column whose name is a whole number: it comes before all others, wherever the recipe has it'],
  ],
];

suite('keys that do less than they seem to', () => {
  for (const [csv, warnings] of CASES) {
    test(`${warnings.length || 'no'} in ${JSON.stringify(csv)}`, async () => {
      const explained = await explainRecipe({ entries: [{ match: '*', csv }] });
      assert.deepEqual(
        explained.warnings,
        warnings.map(warning => `entries[0].csv.${warning}`),
      );
    });
  }
});
