import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileRecipe } from '../../src/recipe/recipe.js';

const COMPARED = 'a number, or a date such as "2026-01-31" or "2026-01-31T12:00:00Z"';

/** @type {[where: unknown, code: string, message: string][]} */
const REFUSED = [
  [
    { all: [{ field: 'a' }] },
    'recipe/missing-key',
    '.all[0] tests nothing: it must have one of eq, in, matches, lt, lte, gt, gte, empty',
  ],
  [{}, 'recipe/missing-key', ' tests nothing: it must have one of all, any, not, field'],
  [
    { not: { field: 'a', any: [{ field: 'b', eq: 1 }] } },
    'recipe/conflict',
    '.not has any and field: a condition must have one of all, any, not, field',
  ],
  [{ all: [{ field: 'a', eq: 1 }], eq: 'x' }, 'recipe/conflict', '.eq stands beside "all": write it beside a "field"'],
  [
    { any: [{ not: { field: 'a', eq: 1 }, gt: 3 }] },
    'recipe/conflict',
    '.any[0].gt stands beside "not": write it beside a "field"',
  ],
  [{ field: 'a', gt: '31.01.2026' }, 'recipe/wrong-value', `.gt is "31.01.2026", but must be ${COMPARED}`],
  [{ field: 'a', lte: '2026-02-30' }, 'recipe/wrong-value', `.lte is "2026-02-30", but must be ${COMPARED}`],
  [{ field: 'a', lt: '' }, 'recipe/wrong-value', `.lt is "", but must be ${COMPARED}`],
  [
    { field: 'a', gte: 5, lt: '2026-01-31' },
    'recipe/conflict',
    '.gte is a number, but "lt" is a date: no value is both',
  ],
  [
    { field: 'a', eq: 2 ** 64 },
    'recipe/wrong-value',
    '.eq is 18446744073709552000, more digits than a JSON number keeps: put it in quotes',
  ],
  [
    { field: 'a', in: ['1', 1e16] },
    'recipe/wrong-value',
    '.in[1] is 10000000000000000, more digits than a JSON number keeps: put it in quotes',
  ],
  [
    { field: 'a', matches: '^a(?!b)' },
    'recipe/wrong-value',
    '.matches is "^a(?!b)", which is not a regular expression as RE2 has them: invalid or unsupported Perl syntax: `(?!`',
  ],
  [
    { field: 'a', equals: 3 },
    'recipe/unknown-key',
    '.equals is an unknown key; allowed here: all, any, not, field, eq, in, matches, lt, lte, gt, gte, empty',
  ],
];

suite('conditions that cannot be tested', () => {
  for (const [where, code, message] of REFUSED) {
    test(`refuses ${JSON.stringify(where)}`, async () => {
      await assert.rejects(compile(where), { code, message: `entries[0].csv.where${message}` });
    });
  }

  test('allows every operator', async () => {
    const { ruleFor } = await compile({
      any: [
        { field: 'a', eq: 'x' },
        { field: 0, in: ['x', 5], empty: false },
        { not: { field: 'a', matches: '(?i)^x|y$' } },
        { all: [{ field: 'a', gte: '-1.5e3', lt: 7 }] },
        { field: 'a', gt: '2026-01-31', lte: '2026-01-31T12:00+02:00' },
      ],
    });
    assert.equal(ruleFor('a').action, 'csv');
  });

  test('nests up to 100 levels, and refuses more, however many', async () => {
    await compile(nested(100));
    for (const levels of [101, 10_000, 1_000_000]) {
      await assert.rejects(compile(nested(levels)), {
        code: 'recipe/wrong-value',
        message:
          'entries[0].csv.where nests conditions more than 100 levels deep: write them side by side in "all" or "any"',
      });
    }
  });

  test('reports other problems beside deep conditions', async () => {
    const entries = [{ match: '*', csv: { where: nested(5000), drp: [] } }];
    const error = await compileRecipe({ entries }).catch(error => error);
    assert.deepEqual(
      error.problems.map((/** @type {{ code: string }} */ { code }) => code),
      ['recipe/wrong-value', 'recipe/unknown-key'],
    );
  });
});

/** @param {unknown} where */
function compile(where) {
  return compileRecipe({ entries: [{ match: '*', csv: { where } }] });
}

/** @param {number} levels */
function nested(levels) {
  /** @type {object} */
  let where = { field: 'a', eq: 1 };
  for (let level = 1; level < levels; level++) where = level % 2 ? { not: where } : { all: [where] };
  return where;
}
