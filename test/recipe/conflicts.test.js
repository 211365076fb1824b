import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileRecipe } from '../../src/recipe/recipe.js';

/** @type {Record<string, string>} Where the key's field stands. */
const PATHS = {
  trim: 'trim[0]',
  hash: 'hash[0]',
  select: 'select[0]',
  dates: 'dates[0].field',
  mask: 'mask[0].field',
  where: 'where.all[1].not.any[0].field',
};

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
  ...[
    { trim: ['x'] },
    { hash: ['x'] },
    { select: ['x'] },
    { dates: [{ field: 'x', from: 'DD.MM.YYYY' }] },
    { mask: [{ field: 'x' }] },
    { where: { all: [{ field: 0, empty: true }, { not: { any: [{ field: 'x', eq: '' }] } }] } },
  ].flatMap(csv => {
    const path = PATHS[Object.keys(csv)[0]];
    return /** @type {[Record<string, unknown>, string][]} */ ([
      [{ header: false, ...csv }, `${path} is "x", but "header" is false: name the field by its position`],
      [{ header: ['a', 'b'], ...csv }, `${path} is "x", but "header" has only "a", "b"`],
      [{ header: ['x', 'x'], ...csv }, `${path} is "x", which "header" has 2 times: name the field by its position`],
    ]);
  }),
  [{ header: false, rename: { x: 'y' } }, 'rename.x renames "x", but "header" is false: there is no name to change'],
  [{ header: ['a'], rename: { 'E-Mail 2': 'y' } }, 'rename["E-Mail 2"] renames "E-Mail 2", but "header" has only "a"'],
  [
    { header: ['x', 'x'], rename: { x: 'y' } },
    'rename.x renames "x", which "header" has 2 times: give each its own name there',
  ],
  [
    { header: ['X', ' x'], rename: { x: 'y' } },
    'rename.x renames "x", but "header" has "X", " x": write the name exactly',
  ],
  [{ header: ['a', 'B'], rename: { B: 'x', b: 'y' } }, 'rename.b renames "b", the field of rename.B: leave one out'],
  [
    { dates: ['a', 'b', 'a'].map(field => ({ field, from: 'YYYYMMDD' })) },
    'dates[2].field is "a", the field of dates[0]: leave one out',
  ],
  [{ mask: [{ field: 'Iban ' }, { field: 'IBAN' }] }, 'mask[1].field is "IBAN", the field of mask[0]: leave one out'],
  [{ select: ['a', 0, 'a'] }, 'select[2] is "a", the field of select[0]: leave one out'],
  [{ header: ['a', 'b'], select: ['b', 'a', 1] }, 'select[2] is 1, the field of select[0]: leave one out'],
  [{ set: { s: 1 }, select: ['s', 'a', 's'] }, 'select[2] is "s", the column of select[0]: leave one out'],
  [
    { hash: ['id', 'Email'], mask: [{ field: 'email' }] },
    'mask[0].field is "email", the field of hash[1]: leave one out',
  ],
  [
    { header: ['a', 'b'], hash: [1], mask: [{ field: 'B' }] },
    'mask[0].field is "B", the field of hash[0]: leave one out',
  ],
  [{ header: false, writeHeader: true }, 'writeHeader is true, but "header" is false: list the names in "header"'],
  [{ header: 'auto', writeHeader: true }, 'writeHeader is true, but "header" is "auto": list the names in "header"'],
  [{ rename: { a: 'x', b: 'y', c: 'x' } }, 'rename.c names a column "x", but rename.a does too: choose another name'],
  [{ rename: { a: 'a', b: 'a' } }, 'rename.b names a column "a", but rename.a does too: choose another name'],
  [
    { set: { source: 1 }, rename: { a: 'source' } },
    'set.source names a column "source", but rename.a does too: choose another name',
  ],
  [
    { header: ['a', 'b'], rename: { a: 'b' } },
    'rename.a names a column "b", but "header" does too: choose another name',
  ],
  [
    { header: ['a', ' b '], trim: [1], set: { b: 1 }, drop: ['a'] },
    'set.b names a column "b", but "header" does too: choose another name',
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
  ['columns of set without a header', { header: false, set: { s: '$entry' }, select: ['s', 0] }],
  ['a column of set in select', { header: ['a'], set: { s: 1 }, select: ['s', 'a'] }],
  [
    'several loose matches of a hashed or masked field',
    { header: ['E', 'e', 'F', 'f '], hash: [' e'], mask: [{ field: ' f' }] },
  ],
  [
    'two spellings in a list for a header that may have both',
    { select: ['E', 'e'], dates: ['E', 'e'].map(field => ({ field, from: 'YYYYMMDD' })) },
  ],
  ['an exact name beside the other spelling', { names: 'exact', hash: ['E'], mask: [{ field: 'e' }] }],
  [
    'a hashed field that is trimmed, parsed and tested',
    { trim: ['a'], phones: [{ field: 'a', format: 'strip' }], hash: ['a'], where: { field: 'a', empty: false } },
  ],
  [
    'one name for several fields of which a header may have one',
    { missing: 'ignore', rename: { Mail: 'email', 'E-Mail': 'email' } },
  ],
  ['a name that stays', { header: ['a', 'b'], rename: { a: 'a', b: 'c' } }],
  ['names that change places', { header: ['a', 'b'], rename: { a: 'b', b: 'a' } }],
  ['the name of a field that is not written', { header: ['a', 'b'], drop: ['b'], rename: { a: 'b' }, set: { c: 1 } }],
  ['a new name of which another is dropped', { drop: ['a'], rename: { a: 'x', b: 'x' } }],
  ['a header that has a name twice by itself', { header: ['a', 'a', 'b'], rename: { b: 'c' }, writeHeader: true }],
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
