import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { openFolderDestination } from '../../../src/destination/folder/destination.js';
import { foldName } from '../../../src/destination/folder/fold-name.js';
import { FOLDS_ALL, probeFolding } from '../../../src/destination/folder/probe-folding.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { memorySource } from '../../support/memory-source.js';
import { writeZip } from '../../support/zip-writer.js';
import { JOB } from '../fixture.js';
import { temporaryFolder, tree } from './fixture.js';
import { tellsApart } from './tells-apart.js';

/** @import { Folding } from '../../../src/destination/folder/fold-name.js' */

test('probing finds out which names a file system takes for one, and leaves nothing behind', async t => {
  const root = await temporaryFolder(t);
  const found = await probeFolding(root);
  assert.deepEqual(found, {
    case: !(await tellsApart('a', 'A')),
    form: !(await tellsApart('\u00e9', 'e\u0301')),
    invisible: !(await tellsApart('a', 'a\u200c')),
    dots: !(await tellsApart('a', 'a.')),
  });
  assert.deepEqual(await tree(root), []);
});

for (const folding of [
  { case: true, form: false, invisible: false, dots: false },
  { case: false, form: true, invisible: false, dots: false },
  { case: false, form: false, invisible: true, dots: false },
  { case: true, form: true, invisible: false, dots: false },
  { case: true, form: false, invisible: false, dots: true },
]) {
  test(`what a file system folds is found out: ${JSON.stringify(folding)}`, async t => {
    const root = await temporaryFolder(t);
    assert.deepEqual(await probeFolding(root, lookUp(folding)), folding);
    assert.deepEqual(await tree(root), []);
  });
}

test('a file system that folds only ASCII letters is recognised', async t => {
  const root = await temporaryFolder(t);
  const ascii = (/** @type {string} */ name) => name.replace(/[A-Z]/g, letter => letter.toLowerCase());
  const isThere = async (/** @type {string} */ path) =>
    (await readdir(root)).map(ascii).includes(ascii(basename(path)));
  assert.deepEqual(await probeFolding(root, isThere), { case: true, form: false, invisible: false, dots: false });
});

test('if probing fails, everything is folded', async t => {
  const root = await temporaryFolder(t);
  assert.deepEqual(await probeFolding(join(root, 'missing')), FOLDS_ALL);
  await writeFile(join(root, 'file'), '');
  assert.deepEqual(await probeFolding(join(root, 'file')), FOLDS_ALL);
  const failing = async () => {
    throw new Error('EIO');
  };
  assert.deepEqual(await probeFolding(root, failing), FOLDS_ALL);
  assert.deepEqual(await tree(root), ['file']);
});

test('a job probes its folder once, even if it has to create the folder first', async t => {
  const root = join(await temporaryFolder(t), 'not/yet');
  let asked = 0;
  const destination = openFolderDestination(root, {}, async folder => {
    asked += 1;
    return probeFolding(folder);
  });
  assert.equal(destination.fold('A'), destination.fold('a'));
  await destination.begin(JOB);
  await destination.begin(JOB);
  assert.equal(asked, 1);
  assert.equal(destination.fold('A') === destination.fold('a'), !(await tellsApart('a', 'A')));
});

test('archive/duplicate-name: names that the folder takes for one', async t => {
  /** @type {[one: string, other: string, seenBy: keyof Folding][]} */
  const pairs = [
    ['a/README', 'A/readme', 'case'],
    ['A', 'a/b', 'case'],
    ['caf\u00e9', 'cafe\u0301', 'form'],
    ['a\u200c/b', 'a/b', 'invisible'],
    ['a./b', 'a/b ', 'dots'],
  ];
  const none = { case: false, form: false, invisible: false, dots: false };
  const each = [
    { ...none, case: true },
    { ...none, form: true },
    { ...none, invisible: true },
    { ...none, dots: true },
  ];
  for (const [one, other, seenBy] of pairs) {
    for (const folding of [FOLDS_ALL, ...each]) {
      const zip = writeZip([one, other].map(name => ({ name, content: name })));
      const destination = openFolderDestination(await temporaryFolder(t), {}, async () => folding);
      const job = { source: memorySource(zip), recipe: await compileRecipe() };
      const { manifest } = await processArchive({ ...job, destination });
      const title = `${one}, ${other}, ${JSON.stringify(folding)}`;
      assert.equal(manifest?.error?.code, folding[seenBy] ? 'archive/duplicate-name' : undefined, title);
    }
  }
});

/**
 * Looks a file up as a file system that folds would.
 *
 * @param {Folding} folding
 */
function lookUp(folding) {
  return async (/** @type {string} */ path) => {
    const names = await readdir(join(path, '..'));
    return names.some(name => foldName(name, folding) === foldName(basename(path), folding));
  };
}
