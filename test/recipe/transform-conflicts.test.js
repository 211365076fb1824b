import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileRecipe } from '../../src/recipe/recipe.js';

/** @type {[csv: Record<string, unknown>, message: string][]} */
const REFUSED = [
  [
    { dates: [{ field: 'a', from: 'DD.mm.YYYY' }] },
    'dates[0].from is "DD.mm.YYYY", a format with mm, which is minutes, and no month; did you mean MM?',
  ],
  [
    { dates: [{ field: 'a', from: 'MM/YYYY' }] },
    'dates[0].from is "MM/YYYY", a format without a day: it must have DD or D',
  ],
  [
    { set: { source: '$archiv' } },
    'set.source is "$archiv", but must be $archive, $entry, $record or $time; did you mean "$archive"?',
  ],
  [
    { set: { 'in $': '$' } },
    'set["in $"] is "$", but must be $archive, $entry, $record or $time; for the text itself, write "$$"',
  ],
  [{ set: { id: 2 ** 64 } }, 'set.id is 18446744073709552000, more digits than a JSON number keeps: put it in quotes'],
];

suite('transforms that cannot be carried out', () => {
  for (const [csv, message] of REFUSED) {
    test(`refuses ${JSON.stringify(csv)}`, async () => {
      await assert.rejects(compileRecipe({ entries: [{ match: '*', csv }] }), {
        code: 'recipe/wrong-value',
        message: `entries[0].csv.${message}`,
      });
    });
  }

  test('allows every value of set, and any text after two dollars', async () => {
    const set = {
      a: '$archive',
      b: '$entry',
      c: '$record',
      d: '$time',
      e: '$$',
      f: '$$x',
      g: 'x$',
      h: '',
      i: 1.5,
      'j k': 2 ** 53 - 1,
    };
    const { ruleFor } = await compileRecipe({ entries: [{ match: '*', csv: { set } }] });
    const rule = ruleFor('a');
    assert.ok(rule.action === 'csv');
    assert.deepEqual(
      rule.csv.set,
      Object.entries(set).map(([name, value]) => [name, String(value)]),
    );
  });
});
