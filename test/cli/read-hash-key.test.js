import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readHashKey } from '../../src/cli/read-hash-key.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { folderOf } from '../support/run-cli.js';

const HASHING = await compileRecipe({ entries: [{ match: '*.csv', csv: { hash: ['email'] } }] });
const PLAIN = await compileRecipe();

test('the key is the file’s first line, however much comes after it', async t => {
  const folder = await folderOf(t, { key: Buffer.from(`top secret\r\n${'x'.repeat(200_000)}`) });
  assert.deepEqual(await readHashKey(join(folder, 'key'), HASHING), Buffer.from('top secret'));
});

test('the file may be a pipe', async t => {
  const pipe = join(await folderOf(t, {}), 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const [key] = await Promise.all([readHashKey(pipe, HASHING), writeFile(pipe, 'top secret\n')]);
  assert.deepEqual(key, Buffer.from('top secret'));
});

test('without a recipe that needs it, no key is read', async () => {
  assert.equal(await readHashKey('/nowhere/key', PLAIN), null);
  assert.equal(await readHashKey(undefined, PLAIN), null);
});

test('usage/hash-key-unreadable: the message has the reason, and neither the path nor anything of the file', async t => {
  const folder = await folderOf(t, { long: Buffer.alloc(300_000, 'secret') });
  for (const [path, reason] of [
    ['secretsecret', /^cannot read the file that --hash-key-file names: no such file or directory; /],
    ['.', /: illegal operation on a directory; /],
    ['long', /: its first line is longer than 65536 bytes; /],
  ]) {
    await assert.rejects(readHashKey(join(folder, String(path)), HASHING), error => {
      assert.ok(error instanceof Error && 'code' in error);
      assert.equal(error.code, 'usage/hash-key-unreadable');
      assert.match(error.message, /** @type {RegExp} */ (reason));
      assert.doesNotMatch(error.message, /secretsecret/);
      return true;
    });
  }
});

test('recipe/missing-secret: no file, or an empty first line', async t => {
  const folder = await folderOf(t, { empty: Buffer.alloc(0) });
  await assert.rejects(readHashKey(undefined, HASHING), { code: 'recipe/missing-secret' });
  await assert.rejects(readHashKey(join(folder, 'empty'), HASHING), {
    code: 'recipe/missing-secret',
    message: /^the first line of \S+\/empty is empty/,
  });
});
