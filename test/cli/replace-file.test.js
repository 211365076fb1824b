import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeLeftovers, replaceFile } from '../../src/cli/replace-file.js';
import { temporaryFolder } from '../support/run-cli.js';

test('a file is created or replaced as a whole, for its owner only', async t => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  for (const text of ['one', 'another']) {
    await replaceFile(file, [Buffer.from(text), Buffer.from('.')], async () => {});
    assert.equal(await readFile(file, 'utf8'), `${text}.`);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  }
  assert.deepEqual(await readdir(folder), ['file']);
});

test('the old file stays if the check fails, and nothing is left of the new one', async t => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  await writeFile(file, 'old');
  const changed = new Error('another process has changed it');
  await assert.rejects(
    replaceFile(file, [Buffer.from('new')], async () => {
      throw changed;
    }),
    changed,
  );
  assert.equal(await readFile(file, 'utf8'), 'old');
  assert.deepEqual(await readdir(folder), ['file']);
});

test('leftovers of this file are removed, and no other file', async t => {
  const folder = await temporaryFolder(t);
  const others = ['file', 'file.mine.partial', 'file2.0123456789ab.partial', 'other.0123456789ab.partial'];
  for (const name of [...others, 'file.0123456789ab.partial']) await writeFile(join(folder, name), '');
  await removeLeftovers(join(folder, 'file'));
  assert.deepEqual((await readdir(folder)).sort(), others);
  await removeLeftovers('/nowhere/file');
});
