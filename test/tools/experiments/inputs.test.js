import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeArchive } from '../../../experiments/inputs.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { temporaryFolder } from '../../support/run-cli.js';
import { writeZip } from '../../support/zip-writer.js';

test('an archive’s size counts the entries that the recipe does not skip', async t => {
  const path = await archiveOf(t, { 'a.csv': 1000, 'b.bin': 50, folder: 0 });
  assert.equal((await describeArchive(path, await compileRecipe())).bytes, 1050);
  assert.equal((await describeArchive(path, await skipping('*.bin'))).bytes, 1000);
});

for (const [what, entries, skipped] of /** @type {[string, Record<string, number>, string][]} */ ([
  ['has no entries', {}, 'nothing'],
  ['has empty entries', { 'a.csv': 0, 'b.csv': 0 }, 'nothing'],
  ['is skipped as a whole', { 'a.csv': 1000 }, '**'],
])) {
  test(`an archive that ${what} is refused before the work begins`, async t => {
    const path = await archiveOf(t, entries);
    await assert.rejects(describeArchive(path, await skipping(skipped)), {
      code: 'experiment/cannot-run',
      message: `"${path}" has no bytes to process: all that is in it is empty, or skipped by the recipe; take an archive with some`,
    });
  });
}

/**
 * @param {import('node:test').TestContext} t
 * @param {Record<string, number>} sizes
 */
async function archiveOf(t, sizes) {
  const path = join(await temporaryFolder(t), 'mine.zip');
  const entries = Object.entries(sizes).map(([name, bytes]) => ({ name, content: Buffer.alloc(bytes, 'x') }));
  await writeFile(path, writeZip(entries));
  return path;
}

/** @param {string} match */
function skipping(match) {
  return compileRecipe({ entries: [{ match, skip: true }] });
}
