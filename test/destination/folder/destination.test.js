import assert from 'node:assert/strict';
import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFolderDestination } from '../../../src/destination/folder/destination.js';
import { FOLDS_ALL } from '../../../src/destination/folder/probe-folding.js';
import { openDestination } from '../../../src/destination/open.js';
import { StoppedError } from '../../../src/errors.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { memorySource } from '../../support/memory-source.js';
import { writeZip } from '../../support/zip-writer.js';
import { JOB, write } from '../fixture.js';
import { openFolder, tree } from './fixture.js';

test('an output appears when it is committed, and not before', async t => {
  const { root, destination } = await openFolder(t);
  const output = await write(destination, 'x/a/b.csv', 'one,two\n');
  await assert.rejects(access(join(root, 'x/a/b.csv')));
  assert.equal(await output.commit(), 'written');
  assert.equal(output.uri, join(root, 'x/a/b.csv'));
  assert.equal(await readFile(join(root, 'x/a/b.csv'), 'utf8'), 'one,two\n');
  assert.deepEqual(await tree(root), ['x', 'x/a', 'x/a/b.csv']);
});

test('a commit replaces a file or a link, and never what the link points to', async t => {
  const { root, destination } = await openFolder(t);
  await writeFile(join(root, 'precious'), 'untouched');
  await writeFile(join(root, 'a'), 'old');
  await symlink(join(root, 'precious'), join(root, 'link'));
  for (const name of ['a', 'link']) {
    await (await write(destination, name, 'new')).commit();
    assert.equal(await readFile(join(root, name), 'utf8'), 'new');
  }
  assert.equal(await readFile(join(root, 'precious'), 'utf8'), 'untouched');
});

test('a file in place of a folder, or a folder in place of a file, is storage/name-in-the-way', async t => {
  const { root, destination } = await openFolder(t);
  await (await write(destination, 'a', 'x')).commit();
  await mkdir(join(root, 'folder'));
  const inTheWay = { name: 'StorageError', code: 'storage/name-in-the-way' };
  await assert.rejects(destination.create('a/b', { declaredBytes: 0 }), inTheWay);
  await assert.rejects(destination.create('a/b/c', { declaredBytes: 0 }), inTheWay);
  await assert.rejects(destination.create('folder', { declaredBytes: 0 }), inTheWay);
  assert.deepEqual(await tree(root), ['a', 'folder']);
});

test('begin refuses a destination that is a file', async t => {
  const { root } = await openFolder(t);
  await writeFile(join(root, 'file'), '');
  for (const path of ['file', 'file/below']) {
    const destination = await openDestination(join(root, path));
    await assert.rejects(destination.begin(JOB), { name: 'StorageError', code: 'storage/name-in-the-way' });
  }
});

test('the signal fails open outputs, and later ones work', async t => {
  const stop = new AbortController();
  const { root, destination } = await openFolder(t, { signal: stop.signal });
  const output = await destination.create('a', { declaredBytes: 0 });
  stop.abort();
  assert.ok(output.writable.errored instanceof StoppedError);
  await assert.rejects(output.commit(), StoppedError);
  await (await write(destination, 'manifest', 'unfinished')).commit();
  assert.deepEqual(await tree(root), ['manifest']);
});

test('archive/reserved-name: reserved names are compared as the folder compares names', async t => {
  const { root } = await openFolder(t);
  const destination = openFolderDestination(root, {}, async () => FOLDS_ALL);
  const recipe = await compileRecipe();
  const zip = writeZip([{ name: '_Manifest.JSON', content: '{}' }]);
  const { manifest } = await processArchive({ source: memorySource(zip), destination, recipe });
  assert.equal([...(manifest?.entries ?? [])][0].error?.code, 'archive/reserved-name');
  for (const outputFolder of ['_Rejected', 'x/_MANIFEST.json']) {
    const elsewhere = processArchive({ source: memorySource(zip, { outputFolder }), destination, recipe });
    await assert.rejects(elsewhere, { code: 'archive/reserved-name' });
  }
});
