import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { publishGroup } from '../../../src/destination/folder/file-group.js';
import { RenamedFolders } from '../../../src/destination/folder/renamed-folders.js';
import { writeSmallFile } from '../../../src/destination/folder/small-file.js';
import { openFiles, replaceInFs, temporaryFolder } from './fixture.js';

const BYTES = Buffer.from('some bytes');

test('a small file is complete even if the system cuts its write short, and appears when it is published', async t => {
  const folder = await temporaryFolder(t);
  const { writeSync } = fs;
  replaceInFs(
    t,
    'writeSync',
    (/** @type {number} */ file, /** @type {Buffer} */ bytes, /** @type {number} */ position) =>
      writeSync(file, bytes, position, Math.min(3, bytes.length - position)),
  );
  const { publish } = writeSmallFile(folder, 'a', BYTES);
  assert.ok(!(await readdir(folder)).includes('a'));
  await publish();
  assert.deepEqual(await readdir(folder), ['a']);
  assert.deepEqual(await readFile(join(folder, 'a')), BYTES);
  assert.deepEqual(await openFiles(folder), []);
});

test('a small file that cannot be written, synced or renamed is not published, and nothing is left of it', async t => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'taken'));
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  await assert.rejects(writeSmallFile(folder, 'taken', BYTES).publish(), { code: 'EISDIR' });
  replaceInFs(t, 'fdatasync', (/** @type {number} */ _file, /** @type {(error: Error) => void} */ done) => done(full));
  await assert.rejects(writeSmallFile(folder, 'a', BYTES).publish(), full);
  replaceInFs(t, 'writeSync', () => {
    throw full;
  });
  assert.throws(() => writeSmallFile(folder, 'a', BYTES), full);
  assert.deepEqual(await readdir(folder), ['taken']);
  assert.deepEqual(await openFiles(folder), []);
});

test('folders that were made for a file that fails are removed, those of other files stay', async t => {
  const root = await temporaryFolder(t);
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const group = ['new/folder/a', 'other/b'].map(path => ({
    ...{ target: join(root, path), bytes: BYTES, assertNotStopped() {} },
  }));
  assert.deepEqual((await publishGroup(root, [group[1]], new RenamedFolders())).length, 1);
  assert.deepEqual(await readdir(root), ['other']);
  replaceInFs(t, 'fdatasync', (/** @type {number} */ _file, /** @type {(error: Error) => void} */ done) => done(full));
  for (const result of await publishGroup(root, group, new RenamedFolders())) {
    assert.ok(result.status === 'rejected' && result.reason.code === 'storage/disk-full');
  }
  assert.deepEqual(await readdir(root), ['other']);
});

test('a folder that another output removes at that moment is made again, a few times', async t => {
  const root = await temporaryFolder(t);
  const { openSync } = fs;
  let removals = 0;
  let opened = 0;
  replaceInFs(t, 'openSync', (/** @type {string} */ path, /** @type {string} */ flags) => {
    if (flags !== 'wx') return openSync(path, flags);
    opened += 1;
    if (removals-- > 0) fs.rmdirSync(join(root, 'x/y'));
    return openSync(path, flags);
  });
  for (const [count, status] of /** @type {const} */ ([
    [4, 'fulfilled'],
    [5, 'rejected'],
  ])) {
    [removals, opened] = [count, 0];
    const file = { target: join(root, 'x/y/a'), bytes: BYTES, assertNotStopped() {} };
    const [result] = await publishGroup(root, [file], new RenamedFolders());
    assert.deepEqual([result.status, opened], [status, 5]);
    await rm(join(root, 'x'), { recursive: true, force: true });
  }
});
