import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { explainRecipe } from '../../src/recipe/explain-recipe.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc, { caseCount } from '../support/fast-check.js';
import { recipes } from './arbitraries.js';

suite('explainRecipe', () => {
  test('fills in all defaults, in the order of the schema', async () => {
    const { recipe } = await explainRecipe({
      entries: [{ csv: { set: { z: '$entry', a: 1 }, drop: ['b'], where: { lt: 5, field: 'a' } }, match: '*.csv' }],
    });
    assert.equal(
      JSON.stringify(recipe),
      '{"entries":[{"match":"*.csv","csv":{"delimiter":"auto","header":true,"quote":"auto","escape":"auto","encoding":"auto",' +
        '"skipLines":"auto","comments":"auto","ragged":"bad","names":"loose","maxBad":"auto","drop":["b"],"require":[],' +
        '"phones":[],"trim":false,"where":{"field":"a","lt":5},"dates":[],"hash":[],"mask":[],"set":{"z":"$entry","a":1},' +
        '"rename":{},"columns":{},"writeHeader":false,"output":{},"badRecords":"quarantine","missing":"fail"}}],"limits":{"maxEntries":10000,' +
        '"maxRatio":500,"maxTotalBytes":107374182400,"maxRecordBytes":16777216}}',
    );
  });

  test('shows the table as it is written, with its mode', async () => {
    for (const [table, shown] of [
      ['crm.people', 'crm.people'],
      [{ name: 'people' }, { name: 'people', mode: 'append' }],
      [
        { key: ['id'], mode: 'merge', name: 'people' },
        { name: 'people', mode: 'merge', key: ['id'] },
      ],
    ]) {
      const { recipe } = await explainRecipe({ entries: [{ match: 'a', csv: { table } }] });
      const [{ csv }] = /** @type {any} */ (recipe).entries;
      assert.equal(JSON.stringify(csv.table), JSON.stringify(shown));
    }
  });

  test('explains its own output in the same way, and that has the hash of the original', async () => {
    await fc.assert(
      fc.asyncProperty(recipes, async original => {
        const { recipe, warnings } = await explainRecipe(original);
        const again = await explainRecipe(JSON.parse(JSON.stringify(recipe)));
        assert.equal(JSON.stringify(again.recipe), JSON.stringify(recipe));
        assert.equal(again.warnings.length, warnings.length);
        assert.equal((await compileRecipe(recipe)).sha256, (await compileRecipe(original)).sha256);
      }),
      { numRuns: caseCount(20) },
    );
  });

  test('warns in the order of the text', async () => {
    const { warnings } = await explainRecipe({
      entries: [
        { match: '**', csv: { mask: [{ field: 'a' }], drop: ['a'] } },
        { match: '*', csv: { badRecords: 'keep', hash: ['b'] } },
      ],
    });
    assert.deepEqual(
      warnings.map(warning => warning.split(' ', 1)[0]),
      ['entries[0].csv.mask[0].field', 'entries[1]', 'entries[1].csv.badRecords', 'entries[1].csv.hash'],
    );
  });

  test('refuses what is wrong', async () => {
    await assert.rejects(explainRecipe({ entries: [{ match: '[', skip: true }] }), { code: 'recipe/wrong-value' });
  });
});
