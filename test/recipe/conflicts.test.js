import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileRecipe } from '../../src/recipe/recipe.js';

/** @type {[csv: Record<string, unknown>, message: string][]} */
const REFUSED = [
  [{ header: false, drop: ['a'] }, 'drop[0] is "a", but "header" is false: name the field by its position'],
  [{ header: false, keep: [0, 'a'] }, 'keep[1] is "a", but "header" is false: name the field by its position'],
  [
    { header: false, require: ['a'], missing: 'ignore' },
    'require[0] is "a", but "header" is false: name the field by its position',
  ],
  [
    { header: false, phones: [{ field: 'a', format: 'strip' }] },
    'phones[0].field is "a", but "header" is false: name the field by its position',
  ],
  [{ header: ['a', 'b'], keep: ['c'] }, 'keep[0] is "c", but "header" has only "a", "b"'],
  [{ header: ['a', 'b'], drop: ['A'], names: 'exact' }, 'drop[0] is "A", but "header" has only "a", "b"'],
  [
    { header: ['Email', 'EMAIL'], keep: ['email'] },
    'keep[0] is "email", but "header" has "Email", "EMAIL": write the name exactly, or name the field by its position',
  ],
  [
    { header: ['Email', 'EMAIL'], require: ['email'], missing: 'ignore' },
    'require[0] is "email", but "header" has "Email", "EMAIL": write the name exactly, or name the field by its position',
  ],
  [{ header: ['a', 'b'], require: [2] }, 'require[0] is 2, but "header" ends at 1'],
  [
    { header: ['a', '_', '_'], drop: ['_'] },
    'drop[0] is "_", which "header" has 2 times: name the field by its position',
  ],
  [
    { header: ['a', '_', '_'], drop: ['_'], missing: 'ignore' },
    'drop[0] is "_", which "header" has 2 times: name the field by its position',
  ],
  [
    {
      phones: [
        { field: 'a', format: 'strip' },
        { field: 'b', format: 'strip' },
        { field: 'a', format: 'e164' },
      ],
    },
    'phones[2].field is "a", the field of phones[0]: leave one out',
  ],
  [
    {
      header: ['a', 'b'],
      phones: [
        { field: 1, format: 'strip' },
        { field: 'b', format: 'e164' },
      ],
    },
    'phones[1].field is "b", the field of phones[0]: leave one out',
  ],
  [
    {
      header: ['a', 'Phone'],
      phones: [
        { field: 'phone', format: 'strip' },
        { field: 'PHONE', format: 'e164' },
      ],
    },
    'phones[1].field is "PHONE", the field of phones[0]: leave one out',
  ],
  [
    {
      header: ['a', 'b'],
      phones: [
        { field: 'B', format: 'strip' },
        { field: 1, format: 'e164' },
      ],
    },
    'phones[1].field is 1, the field of phones[0]: leave one out',
  ],
  [
    { phones: [{ field: 'a', format: 'strip', country: 'US' }] },
    'phones[0].country is "US", but format "strip" does not parse: leave one out',
  ],
];

/** @type {[title: string, csv: Record<string, unknown>][]} */
const ALLOWED = [
  ['positions without a header', { header: false, drop: [0, 7] }],
  ['names and positions of an array header', { header: ['a', 'b'], drop: ['a', 1] }],
  ['an array header with a name twice, as long as no key names it', { header: ['a', '_', '_'], keep: ['a', 2] }],
  [
    'a name that the array header lacks if missing fields are ignored',
    { header: ['a'], keep: ['b', 0], missing: 'ignore' },
  ],
  [
    'a position that the array header lacks if missing fields are ignored',
    { header: ['a'], drop: [5], missing: 'ignore' },
  ],
  [
    'a dropped field that is required and formatted',
    { drop: ['a'], require: ['a'], phones: [{ field: 'a', format: 'strip' }] },
  ],
  ['a field named twice in one list', { drop: ['a', 'a'] }],
  ['names that match an array header loosely', { header: ['Email ', 'b'], keep: ['EMAIL', '"B"'] }],
  ['an exact name beside one that matches loosely', { header: ['a', 'A'], keep: ['a'], require: ['A'] }],
  ['several loose matches of a dropped field', { header: ['Email', 'EMAIL', 'id'], drop: ['email'] }],
  [
    'two spellings of a phone for a header that may have both',
    { phones: ['Phone', 'phone'].map(field => ({ field, format: 'strip' })) },
  ],
  ['a format other than strip without a country', { phones: [{ field: 'a', format: 'national' }] }],
];

suite('combinations in a csv rule', () => {
  for (const [csv, message] of REFUSED) {
    test(`refuses ${JSON.stringify(csv)}`, async () => {
      const entries = [
        { match: 'a', copy: true },
        { match: 'b', csv },
      ];
      await assert.rejects(compileRecipe({ entries }), {
        name: 'RecipeError',
        code: 'recipe/conflict',
        message: `entries[1].csv.${message}`,
      });
    });
  }

  for (const [title, csv] of ALLOWED) {
    test(`allows ${title}`, async () => {
      const { ruleFor } = await compileRecipe({ entries: [{ match: 'b', csv }] });
      assert.equal(ruleFor('b').action, 'csv');
    });
  }

  test('does not confuse fields with members that every object inherits', async () => {
    const header = ['constructor', '__proto__', 'toString'];
    await compileRecipe({ entries: [{ match: 'b', csv: { header, keep: header } }] });
    await assert.rejects(compileRecipe({ entries: [{ match: 'b', csv: { header, keep: ['valueOf'] } }] }), {
      code: 'recipe/conflict',
    });
  });
});
