import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLocally } from '../../../../scripts/smoke/run-locally.js';
import { makeSmokeArchive } from '../../../../scripts/smoke/smoke-archive.js';
import { compileRecipe } from '../../../../src/recipe/recipe.js';
import fc, { caseCount } from '../../../support/fast-check.js';
import { temporaryFolder } from '../../run-script.js';

const name = fc.oneof(
  fc.constantFrom('email', 'a "b"', 'x;y', 'é'),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }),
);
const position = fc.nat(20);

test('the archive fits any recipe', { timeout: 300_000 }, async t => {
  const folder = await temporaryFolder(t);
  const { signal } = new AbortController();
  let complete = 0;
  const header = fc.constantFrom(true, false);
  const csv = header.chain(header => {
    const field = /** @type {fc.Arbitrary<string | number>} */ (header ? name : position);
    return fc.record({
      header: fc.constant(header),
      delimiter: fc.constantFrom('auto', ',', ';', '|', '\t'),
      drop: fc.uniqueArray(field, { maxLength: 3 }),
      require: fc.uniqueArray(field, { maxLength: 3 }),
      phones: fc.uniqueArray(field, { maxLength: 1 }).map(fields => fields.map(field => ({ field, format: 'strip' }))),
    });
  });
  await fc.assert(
    fc.asyncProperty(csv, async csv => {
      const recipe = await compileRecipe({ entries: [{ match: '**/*.csv', csv }] }).catch(() => null);
      if (recipe === null) return;
      const { isComplete, entries, error } = await runLocally(await makeSmokeArchive(recipe), {
        recipe,
        folder,
        signal,
      });
      assert.equal(error, null);
      assert.ok(isComplete);
      assert.equal(entries[0].records.bad, 0);
      complete += 1;
    }),
    { seed: 11, numRuns: caseCount(150) },
  );
  assert.ok(complete > caseCount(75), `${complete} recipes`);
});

test('the archive fits a recipe without a header, and one that copies or skips it', async t => {
  const folder = await temporaryFolder(t);
  const { signal } = new AbortController();
  const rules = [
    { csv: { header: ['id', 'phone'], keep: ['phone'], delimiter: '|' } },
    { csv: { badRecords: 'fail' } },
    {
      csv: {
        ...{ trim: ['a'], where: { not: { all: [{ field: 'b', eq: 'x' }, { any: [{ field: 'c', empty: true }] }] } } },
        ...{ dates: [{ field: 'd', from: 'DD.MM.YYYY' }], hash: ['e'], mask: [{ field: 'f', keepLast: 4 }] },
        ...{ set: { source: '$archive' }, select: ['source', 'g', 'e', 'f'], rename: { g: 'h' } },
      },
    },
    { copy: true },
    { skip: true },
  ];
  for (const rule of rules) {
    const recipe = await compileRecipe({ entries: [{ match: '*.csv', ...rule }] });
    const { isComplete, error } = await runLocally(await makeSmokeArchive(recipe), {
      ...{ recipe, folder, signal, hashKey: Buffer.from('key') },
    });
    assert.deepEqual([isComplete, error], [true, null]);
  }
});
