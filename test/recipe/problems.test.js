import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RecipeError } from '../../src/errors.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc, { caseCount } from '../support/fast-check.js';

suite('several problems of a recipe', () => {
  test('are reported at once, each by its path, in the order of the text', async () => {
    const error = await refusalOf({
      limits: { maxRatio: 0 },
      entries: [
        {
          match: '[',
          csv: { hash: ['a'], mask: [{ field: 'a' }], encoding: 'latin-0', dates: [{ field: 'b', from: 'x' }] },
        },
        { mach: '*', skip: true },
        { csv: { header: false, require: ['x', 'y'], drop: ['z'] }, match: '*' },
        { match: '*' },
        null,
      ],
      entryNames: 'cp851',
      colour: 1,
    });
    assert.deepEqual(
      error.problems.map(({ code, message }) => `${code} ${message.split(' ', 1)}`),
      [
        'recipe/wrong-value limits.maxRatio',
        'recipe/wrong-value entries[0].match',
        'recipe/conflict entries[0].csv.mask[0].field',
        'recipe/wrong-value entries[0].csv.encoding',
        'recipe/wrong-value entries[0].csv.dates[0].from',
        'recipe/unknown-key entries[1].mach',
        'recipe/conflict entries[2].csv.require[0]',
        'recipe/conflict entries[2].csv.require[1]',
        'recipe/conflict entries[2].csv.drop[0]',
        'recipe/missing-key entries[3]',
        'recipe/wrong-type entries[4]',
        'recipe/wrong-value entryNames',
        'recipe/unknown-key colour',
      ],
    );
    assert.equal(error.code, 'recipe/wrong-value');
    assert.equal(error.message, `${error.problems[0].message}; and 12 more problems`);
  });

  test('are reported as one where they have one cause', async () => {
    for (const [recipe, code] of /** @type {const} */ ([
      [{ entries: [{ match: '*', cvs: {} }] }, 'recipe/unknown-key'],
      [{ entries: [{ match: '*', csv: { phones: [{ feild: 'a', format: 'strip' }] } }] }, 'recipe/unknown-key'],
      [{ entries: [{ match: '*', csv: 5 }] }, 'recipe/wrong-type'],
      [{ entries: [{ match: '*', csv: { set: { '': 1 } } }] }, 'recipe/wrong-value'],
      [{ entries: [{ match: '*', csv: { delimiter: '"""""""""' } }] }, 'recipe/wrong-value'],
    ])) {
      const { problems } = await refusalOf(recipe);
      assert.deepEqual(
        problems.map(({ code }) => code),
        [code],
      );
    }
  });

  test('are counted beyond the first fifty', async () => {
    const entries = [{ match: '*', csv: { header: false, drop: Array(400).fill('a') } }];
    const { problems, problemCount, message } = await refusalOf({ entries });
    assert.deepEqual([problems.length, problemCount], [50, 400]);
    assert.match(message, /; and 399 more problems$/);
    assert.match(problems[49].message, /^entries\[0\]\.csv\.drop\[49\] /);
  });

  test('are all found, whichever rules they are in', async () => {
    /** @type {Record<string, unknown>[]} */
    const wrong = [
      { match: '{a', copy: true },
      { match: 'a', copy: 1 },
      { match: 'a', csv: { writeHeader: true, header: false } },
      { match: 'a', csv: { set: { a: '$b' } } },
      { match: 'a', csv: { where: { field: 'a' } } },
    ];
    const rules = fc.array(fc.oneof(fc.constant({ match: 'a', skip: true }), fc.constantFrom(...wrong)), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(rules, async entries => {
        const expected = entries.flatMap((rule, index) => (wrong.includes(rule) ? `entries[${index}]` : []));
        const error = await compileRecipe({ entries }).catch(error => error);
        const found =
          error instanceof RecipeError ? error.problems.map(({ message }) => message.replace(/[. ].*/, '')) : [];
        assert.deepEqual(found, expected);
      }),
      { numRuns: caseCount(100) },
    );
  });
});

/** @param {unknown} recipe */
async function refusalOf(recipe) {
  const error = await compileRecipe(recipe).catch(error => error);
  assert.ok(error instanceof RecipeError);
  return error;
}
