import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { write } from '../fixture.js';
import { openFolder, tree } from './fixture.js';

test('abort leaves nothing behind, not even folders that it made; it may be repeated', async t => {
  const { root, destination } = await openFolder(t);
  await (await write(destination, 'kept/a', 'x')).commit();
  const output = await write(destination, 'x/y/z', 'x');
  await output.abort();
  await output.abort();
  const beside = await destination.create('kept/b', { declaredBytes: 0 });
  beside.writable.write('half');
  await beside.abort();
  assert.ok(beside.writable.destroyed);
  assert.deepEqual(await tree(root), ['kept', 'kept/a']);
});

test('after a source has failed, abort leaves nothing', async t => {
  const { root, destination } = await openFolder(t);
  const output = await destination.create('x/a', { declaredBytes: 0 });
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('broken archive');
    })(),
  );
  await assert.rejects(pipeline(failing, output.writable), /broken archive/);
  await output.abort();
  assert.deepEqual(await tree(root), []);
});

test('a folder that appears at the target fails the commit, and nothing is left behind', async t => {
  const { root, destination } = await openFolder(t);
  const output = await write(destination, 'a', 'x');
  await mkdir(join(root, 'a'));
  await assert.rejects(output.commit(), { code: 'storage/name-in-the-way' });
  assert.deepEqual(await tree(root), ['a']);
});
