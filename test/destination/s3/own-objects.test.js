import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '../../../src/errors.js';
import { write } from '../fixture.js';
import { assertNothing, begun, contentOf } from './fixture.js';

test('removeOwn deletes what this job has published, and leaves another version’s object, even with the same bytes', async t => {
  const { client, put, destination } = await begun(t);
  for (const path of ['x/ours', 'x/newer', 'x/same']) {
    await (await write(destination, path, Buffer.from('ours'))).commit();
  }
  await put('out/x/newer', 'newer');
  await put('out/x/same', 'ours');
  for (const path of ['x/ours', 'x/ours', 'x/newer', 'x/same', 'x/never']) await destination.removeOwn(path);
  await assertNothing(client, 'out/x/ours');
  assert.equal(String(await contentOf(client, 'out/x/newer')), 'newer');
  assert.equal(String(await contentOf(client, 'out/x/same')), 'ours');
});

test('removeOutdated deletes whatever is there, after the claim was checked', async t => {
  const { client, put, destination } = await begun(t);
  for (const path of ['out/x/a', 'out/x/b']) await put(path, 'older');
  /** @type {unknown[]} */
  const seen = [];
  const hold = async () => void seen.push(String(await contentOf(client, 'out/x/a')));
  for (const path of ['x/a', 'x/never']) await destination.removeOutdated(path, hold);
  assert.deepEqual(seen, ['older']);
  await assertNothing(client, 'out/x/a');
  const lost = new StorageError('storage/conflict', 'lost');
  await assert.rejects(
    destination.removeOutdated('x/b', () => Promise.reject(lost)),
    error => error === lost,
  );
  assert.equal(String(await contentOf(client, 'out/x/b')), 'older');
});
