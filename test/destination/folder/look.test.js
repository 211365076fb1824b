import assert from 'node:assert/strict';
import { link, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertUsable, assertWritable, findFolding } from '../../../src/destination/folder/look.js';
import { FOLDS_ALL, probeFolding } from '../../../src/destination/folder/probe-folding.js';
import { temporaryFolder } from './fixture.js';

test('what a folder ignores in names is found without creating anything, even if it is missing', async t => {
  const root = await temporaryFolder(t);
  const { case: folds } = await probeFolding(root);
  for (const folder of [root, join(root, 'missing/deeper')]) {
    assert.deepEqual(await findFolding(folder), { case: folds, form: folds, invisible: folds, dots: folds });
  }
  assert.deepEqual(await readdir(root), []);
});

test('case is ignored where a name in other letters is the same file', async t => {
  const root = await temporaryFolder(t);
  await writeFile(join(root, '123'), '');
  await writeFile(join(root, 'a'), '');
  await link(join(root, 'a'), join(root, 'A'));
  assert.deepEqual(await findFolding(root), FOLDS_ALL);
});

test('a missing folder could be written to if the innermost one that is there can', async t => {
  const root = await temporaryFolder(t);
  await assertUsable(join(root, 'missing/deeper'));
  assertWritable(join(root, 'missing'), join(root, 'missing/deeper/file'));
  await writeFile(join(root, 'file'), '');
  await assert.rejects(assertUsable(join(root, 'file/deeper')), { code: 'ENOTDIR' });
  assert.deepEqual(await readdir(root), ['file']);
});

test('limit/name-length: a name that the file system does not take, in any folder', async t => {
  const root = await temporaryFolder(t);
  await mkdir(join(root, 'there'));
  const long = 'n'.repeat(300);
  for (const path of [long, `there/${long}`, `missing/${long}/deeper/file`]) {
    assert.throws(() => assertWritable(root, join(root, path)), { code: 'limit/name-length' });
  }
});
