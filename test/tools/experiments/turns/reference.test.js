import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { referenceOf } from '../../../../experiments/turns/reference.js';
import { compileRecipe } from '../../../../src/recipe/recipe.js';
import { failure } from '../../../support/cloud.js';
import { writeZip } from '../../../support/zip-writer.js';
import { temporaryFolder } from '../../run-script.js';

test('the reference is the output of the first entry, verified by its CRC-32', async t => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'a.zip');
  const recipe = await compileRecipe({ entries: [{ match: '**/*.csv', csv: { drop: ['b'], require: ['a'] } }] });
  await writeFile(path, writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n,3\n4,5\nbad\n' }]));
  const expected = 'a\n1\n4\n';
  assert.deepEqual(await referenceOf(path, recipe), {
    sha256: createHash('sha256').update(expected).digest('hex'),
    bytes: expected.length,
  });
  await writeFile(path, writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n', crc32: 1 }]));
  assert.equal((await failure(referenceOf(path, recipe))).code, 'archive/crc-mismatch');
});
