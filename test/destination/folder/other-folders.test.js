import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { otherFolders } from '../../../src/destination/folder/other-folders.js';
import { NameList } from '../../../src/memory/name-list.js';
import { temporaryFolder } from './fixture.js';

/**
 * @param {string} root
 * @param {string} outputFolder
 * @param {string[]} names
 */
async function found(root, outputFolder, names) {
  const list = new NameList();
  for (const name of names) list.push(name);
  const folders = [];
  for await (const folder of otherFolders(root, outputFolder, list)) folders.push(folder);
  return folders;
}

test('finds manifests around an output folder and where entries lead, and no others', async t => {
  const root = await temporaryFolder(t);
  for (const folder of ['a/b/c/d/e', 'a/b/c/f', 'g']) await mkdir(join(root, folder), { recursive: true });
  for (const folder of ['a', 'a/b/c', 'a/b/c/d/e', 'g']) await writeFile(join(root, folder, '_manifest.json'), '');
  const names = ['d/e/1', 'd/e/2', 'f/1', 'd/e/3', '1', 'missing/1', '../../../g/1', 'd/./e/1', '/g/1'];
  assert.deepEqual(await found(root, 'a/b/c', names), ['a', 'a/b/c/d/e', 'a/b/c/d/e']);
  assert.deepEqual(await found(root, 'a', ['b/c/d/e/1']), ['a/b/c', 'a/b/c/d/e']);
  assert.deepEqual(await found(root, 'new', ['d/e/1']), []);
  assert.deepEqual(await found(root, 'a/new/x', ['d/e/1']), ['a']);
});

test('follows no link, and takes no folder for a manifest', async t => {
  const root = await temporaryFolder(t);
  await mkdir(join(root, 'y'));
  await mkdir(join(root, 'x/w/_manifest.json'), { recursive: true });
  await mkdir(join(root, 'x/v'));
  await writeFile(join(root, 'y/_manifest.json'), '');
  await symlink('../y', join(root, 'x/z'));
  await symlink('../../y/_manifest.json', join(root, 'x/v/_manifest.json'));
  assert.deepEqual(await found(root, 'x', ['z/1', 'w/1', 'v/1']), []);
});

test('passes over a name that is too long to be looked at', async t => {
  const root = await temporaryFolder(t);
  await mkdir(join(root, 'x/y'), { recursive: true });
  await writeFile(join(root, 'x/y/_manifest.json'), '');
  assert.deepEqual(await found(root, 'x', [`${'a'.repeat(300)}/1`, `y/${'a'.repeat(300)}/1`, 'y/1']), ['x/y']);
  assert.deepEqual(await found(root, `${'a'.repeat(300)}/x`, ['1']), []);
});
