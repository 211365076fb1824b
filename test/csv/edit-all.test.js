import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockEditor } from '../../src/csv/block-editor.js';
import { editAll } from '../../src/csv/edit-all.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { compileRecipe } from '../../src/recipe/recipe.js';

test('the records behind an opening are edited in a step of their own', async () => {
  const recipe = await compileRecipe({ entries: [{ match: '**', csv: {} }] });
  const { csv: rule } = /** @type {any} */ (recipe.ruleFor('a.csv'));
  const counts = pendingOutcome(/** @type {any} */ ({ name: 'a.csv', bytes: 12, crc32: 0 }), 'csv');
  const facts = { archive: 'x.zip', entry: 'a.csv', time: null };
  const transforms = await openTransforms(rule, { hashKey: null, facts });
  const editor = new BlockEditor({ rule, transforms, maxRecordBytes: 1000, maxDescribed: 0, counts });
  const read = [];
  let written = '';
  for (const { output } of editAll(editor, Buffer.from('a,b\n1,2\n3,4\n'), true)) {
    read.push(counts.records.read);
    written += Buffer.concat(output);
  }
  assert.deepEqual(read, [0, 2]);
  assert.equal(written, 'a,b\n1,2\n3,4\n');
});
