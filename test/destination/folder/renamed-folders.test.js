import assert from 'node:assert/strict';
import fs from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { publishGroup } from '../../../src/destination/folder/file-group.js';
import { RenamedFolders } from '../../../src/destination/folder/renamed-folders.js';
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

test('the folders of small files are synced once, with all of the files, before the next manifest has its name', async t => {
  const { root, destination } = await openFolder(t);
  for (const folder of ['x', 'y']) await mkdir(join(root, folder));
  const syncs = noteSyncs(t, [root, join(root, 'x'), join(root, 'y')]);
  for (const path of ['x/a', 'y/c', 'x/b']) await (await destination.hold(path, Buffer.from('bytes'))).commit();
  assert.equal(syncs.length, 0);
  const manifest = await destination.create('z', { declaredBytes: 5 });
  await new Promise(resolve => manifest.writable.end('bytes', () => resolve(null)));
  await manifest.commit();
  await destination.close();
  const hidden = syncs.map(([folder, names]) => [folder, names.filter(name => !name.startsWith('.'))]);
  assert.deepEqual(hidden, [
    [join(root, 'x'), ['a', 'b']],
    [join(root, 'y'), ['c']],
    [root, ['x', 'y', 'z']],
  ]);
});

test('very many folders are synced on the way', async t => {
  const root = await temporaryFolder(t);
  const renamed = new RenamedFolders();
  const paths = Array.from({ length: 256 }, (_, index) => `${index}/a`);
  let syncs = 0;
  /** @type {Error | null} */
  let failure = null;
  replaceInFs(t, 'fsync', (/** @type {number} */ _folder, /** @type {(error: Error | null) => void} */ done) => {
    syncs += 1;
    done(failure);
  });
  await publishGroup(root, ready(root, paths.slice(1)), renamed);
  assert.equal(syncs, 0);
  await publishGroup(root, ready(root, [paths[0]]), renamed);
  assert.equal(syncs, 256);
  failure = Object.assign(new Error('the disk'), { code: 'EIO' });
  const results = await publishGroup(root, ready(root, paths), renamed);
  assert.ok(results.every(({ status }) => status === 'rejected'));
});

test('a folder that the disk fails to sync fails who asks, again and again; one that cannot be synced does not', async t => {
  const renamed = new RenamedFolders();
  const root = await temporaryFolder(t);
  const answers = ['EIO', 'EIO', 'EINVAL', 'ENOTSUP'];
  replaceInFs(t, 'fsync', (/** @type {number} */ _folder, /** @type {(error: Error) => void} */ done) => {
    done(Object.assign(new Error('the disk'), { code: answers.shift() }));
  });
  renamed.add(root);
  const results = await Promise.allSettled([renamed.sync(), renamed.sync(), renamed.sync(), renamed.sync()]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual(answers, ['ENOTSUP']);
  renamed.add(root);
  await renamed.sync();
  assert.deepEqual(answers, []);
});

test('who asks while folders are being synced waits for these, too', async t => {
  const renamed = new RenamedFolders();
  const root = await temporaryFolder(t);
  /** @type {(() => void)[]} */
  const waiting = [];
  replaceInFs(t, 'fsync', (/** @type {number} */ _folder, /** @type {(error: null) => void} */ done) => {
    waiting.push(() => done(null));
  });
  renamed.add(root);
  let ended = 0;
  const both = [renamed.sync(), renamed.sync()].map(sync => sync.then(() => (ended += 1)));
  await setImmediate();
  renamed.add(root);
  assert.equal(ended, 0);
  waiting[0]();
  await both[0];
  await setImmediate();
  assert.deepEqual([ended, waiting.length], [1, 2]);
  waiting[1]();
  await both[1];
});

test('a folder that may only be written to, or is gone, is not synced', async t => {
  const root = await temporaryFolder(t);
  await chmod(root, 0o300);
  const renamed = new RenamedFolders();
  renamed.add(root);
  renamed.add(join(root, 'missing'));
  await renamed.sync();
  await chmod(root, 0o700);
});
