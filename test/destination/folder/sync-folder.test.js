import assert from 'node:assert/strict';
import fs from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { publishGroup } from '../../../src/destination/folder/file-group.js';
import { syncFolder } from '../../../src/destination/folder/sync-folder.js';
import { openFolder, replaceInFs, temporaryFolder } from './fixture.js';

/**
 * Notes what stands in each folder when it is synced.
 *
 * @param {import('node:test').TestContext} t
 * @param {string[]} folders
 */
function noteSyncs(t, folders) {
  const { fsync } = fs;
  /** @type {[string, string[]][]} */
  const syncs = [];
  replaceInFs(t, 'fsync', (/** @type {number} */ descriptor, /** @type {fs.NoParamCallback} */ done) => {
    const { ino } = fs.fstatSync(descriptor);
    const folder = folders.find(path => fs.statSync(path).ino === ino) ?? 'another';
    syncs.push([folder, fs.readdirSync(folder).sort()]);
    fsync(descriptor, done);
  });
  return syncs;
}

/** @param {string} root @param {string[]} paths */
function ready(root, paths) {
  return paths.map(path => ({ target: join(root, path), bytes: Buffer.from('bytes'), assertNotStopped() {} }));
}

test('of a group of small files, each folder is synced once, when all of them have their names', async t => {
  const root = await temporaryFolder(t);
  for (const folder of ['x', 'y']) await mkdir(join(root, folder));
  const syncs = noteSyncs(t, [join(root, 'x'), join(root, 'y')]);
  const results = await publishGroup(root, ready(root, ['x/a', 'y/c', 'x/b']));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual(syncs.sort(), [
    [join(root, 'x'), ['a', 'b']],
    [join(root, 'y'), ['c']],
  ]);
});

test('the folder of a file that was streamed is synced behind its renaming', async t => {
  const { root, destination } = await openFolder(t);
  const syncs = noteSyncs(t, [root]);
  const output = await destination.create('a', { declaredBytes: 5 });
  await new Promise(resolve => output.writable.end('bytes', () => resolve(null)));
  await output.commit();
  assert.deepEqual(syncs, [[root, ['a']]]);
  await destination.close();
});

test('a folder that the disk fails to sync fails its files, and one that cannot be synced fails none', async t => {
  const root = await temporaryFolder(t);
  const answers = ['EIO', 'EINVAL', 'ENOTSUP'];
  replaceInFs(t, 'fsync', (/** @type {number} */ _folder, /** @type {(error: Error) => void} */ done) => {
    done(Object.assign(new Error('the disk'), { code: answers.shift() }));
  });
  const [failed] = await publishGroup(root, ready(root, ['a']));
  assert.ok(failed.status === 'rejected' && failed.reason.code === 'storage/failed', JSON.stringify(failed));
  assert.deepEqual(await publishGroup(root, ready(root, ['b'])), [{ status: 'fulfilled', value: undefined }]);
  await syncFolder(root);
  assert.deepEqual(answers, []);
});

test('a folder that may only be written to is not synced', async t => {
  const root = await temporaryFolder(t);
  await chmod(root, 0o300);
  await syncFolder(root);
  await syncFolder(join(root, 'missing'));
  await chmod(root, 0o700);
});
