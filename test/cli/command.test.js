import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandOf, enterFolder } from '../../src/cli/command.js';
import { folderOf } from '../support/run-cli.js';

test('a command has the recipe’s text, and the folder unless both addresses are in S3', async t => {
  const folder = await folderOf(t, { 'recipe.json': { entries: [] } });
  const [local, remote] = [process.cwd(), null];
  for (const [archive, to, expected] of /** @type {const} */ ([
    ['x.zip', 'out', local],
    ['s3://b/x.zip', 'out', local],
    ['x.zip', 's3://b/out', local],
    ['s3://b/x.zip', 's3://b/out', remote],
  ])) {
    const command = await commandOf({ archive, to, recipe: undefined });
    assert.deepEqual(command, { archive, to, folder: expected, recipe: null });
  }
  const recipe = join(folder, 'recipe.json');
  assert.equal((await commandOf({ archive: 'x.zip', to: 'out', recipe })).recipe, '{"entries":[]}');
});

test('a recipe that cannot be read is usage/recipe-unreadable, and the message names it', async () => {
  const recipe = '/nowhere/\u001brecipe.json';
  await assert.rejects(commandOf({ archive: 'x.zip', to: 'out', recipe }), {
    code: 'usage/recipe-unreadable',
    message: /^cannot read the recipe \/nowhere\/\\u\{1b\}recipe\.json: ENOENT/,
  });
});

test('a folder that no longer exists is a storage error', () => {
  const message = /^cannot go on in "\/nowhere", where the job was begun: /;
  assert.throws(() => enterFolder('/nowhere'), { code: 'storage/not-found', message });
});
