import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openDestination } from '../../../src/destination/open.js';
import { StorageError } from '../../../src/errors.js';
import { JOB, write } from '../fixture.js';
import { openFolder, tree } from './fixture.js';

test('read passes the bytes on, or returns null if there is no file', async t => {
  const { destination } = await openFolder(t);
  assert.equal(await destination.read('x/_manifest.json', text), null);
  await (await write(destination, 'x/_manifest.json', '{}')).commit();
  assert.equal(String(await destination.read('x/_manifest.json', text)), '{}');
  assert.equal(await destination.read('x/other', text), null);
  const unread = await destination.read('x/_manifest.json', async bytes => bytes);
  assert.equal(/** @type {import('node:stream').Readable} */ (unread).destroyed, true, 'the file is closed');
});

test('reading and removing work before the destination exists', async t => {
  const { root } = await openFolder(t);
  const destination = await openDestination(join(root, 'not/yet'));
  assert.equal(await destination.read('x/_manifest.json', text), null);
  await destination.removeOwn('x/a');
  await destination.begin(JOB);
  assert.ok((await stat(join(root, 'not/yet'))).isDirectory());
});

test('removing deletes a file and ignores a missing one', async t => {
  const { root, destination } = await openFolder(t);
  await (await write(destination, 'x/a', 'x')).commit();
  assert.equal(await destination.removeOwn('x/a'), true);
  assert.equal(await destination.removeOwn('x/a'), false);
  assert.deepEqual(await tree(root), ['x']);
});

test('removeAny keeps the file if the check fails', async t => {
  const { root, destination } = await openFolder(t);
  await (await write(destination, 'x/a', 'x')).commit();
  const lost = new StorageError('storage/conflict', 'lost');
  await assert.rejects(
    destination.removeAny('x/a', () => Promise.reject(lost)),
    error => error === lost,
  );
  assert.deepEqual(await tree(root), ['x', 'x/a']);
  /** @type {boolean[]} */
  const asked = [];
  assert.equal(await destination.removeAny('x/a', async isAsRead => void asked.push(isAsRead)), true);
  assert.deepEqual(asked, [true]);
  assert.deepEqual(await tree(root), ['x']);
});

test('what is of another archive, or no file, is not removed', async t => {
  const { root, destination } = await openFolder(t);
  for (const path of ['x/_manifest.json', 'x/y/_manifest.json', 'x/y/f', 'x/y/z/g', 'x/own/f']) {
    await (await write(destination, path, 'x')).commit();
  }
  await mkdir(join(root, 'x/folder'));
  for (const path of ['x/y/f', 'x/y/z/g', 'x/folder', 'x/own/f/below']) {
    assert.equal(await destination.removeOwn(path), false, path);
  }
  assert.equal(await destination.removeOwn('x/own/f'), true);
  assert.deepEqual(
    await tree(root),
    ['', '/_manifest.json', '/folder', '/own', '/y', '/y/_manifest.json', '/y/f', '/y/z', '/y/z/g'].map(
      end => `x${end}`,
    ),
  );
});
