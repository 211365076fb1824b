import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openDestination } from '../../../src/destination/open.js';
import { JOB, write } from '../fixture.js';
import { openFolder, tree } from './fixture.js';

test('no link under the destination leads out of it', async t => {
  const { root, destination } = await openFolder(t);
  const outside = await mkdtemp(join(tmpdir(), 'sluice-outside-'));
  t.after(() => rm(outside, { recursive: true }));
  await writeFile(join(outside, 'secret'), 'secret');
  await symlink(outside, join(root, 'out'));
  const outOfIt = { name: 'StorageError', code: 'storage/outside-destination' };
  for (const path of ['out/a', 'out/deep/er/a']) {
    await assert.rejects(destination.create(path, { declaredBytes: 0 }), outOfIt, path);
  }
  await assert.rejects(destination.read('out/secret', text), outOfIt);
  await assert.rejects(destination.removeOwn('out/secret'), outOfIt);
  assert.deepEqual(await tree(outside), ['secret']);
});

test('a link that stays inside is not followed either, and a dangling one is storage/name-in-the-way', async t => {
  const { root, destination } = await openFolder(t);
  await mkdir(join(root, 'real'));
  await symlink('real', join(root, 'inside'));
  await symlink('nowhere', join(root, 'dangling'));
  await writeFile(join(root, 'real/theirs'), 'theirs');
  const refused = { code: 'storage/outside-destination', message: /inside" is a link/ };
  await assert.rejects(destination.create('inside/a', { declaredBytes: 0 }), refused);
  await assert.rejects(destination.hold('inside/a', Buffer.from('x')), refused);
  await assert.rejects(destination.read('inside/theirs', text), refused);
  await assert.rejects(destination.removeOwn('inside/theirs'), refused);
  await assert.rejects(
    destination.removeAny('inside/theirs', async () => {}),
    refused,
  );
  assert.deepEqual(await tree(join(root, 'real')), ['theirs']);
  await assert.rejects(destination.create('dangling/a', { declaredBytes: 0 }), { code: 'storage/name-in-the-way' });
});

test('a path that climbs out is refused', async t => {
  const { destination } = await openFolder(t);
  for (const path of ['../a', 'x/../../a', '..']) {
    await assert.rejects(destination.create(path, { declaredBytes: 0 }), { code: 'storage/outside-destination' }, path);
  }
});

test('the destination itself may be a link', async t => {
  const { root } = await openFolder(t);
  await mkdir(join(root, 'real'));
  await symlink('real', join(root, 'link'));
  const destination = await openDestination(join(root, 'link'));
  await destination.begin(JOB);
  await (await write(destination, 'x/a', 'x')).commit();
  assert.equal(String(await destination.read('x/a', text)), 'x');
});

test('outputs in one folder do not disturb each other when some are aborted', {
  timeout: 60_000,
}, async t => {
  const { root, destination } = await openFolder(t);
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const output = await write(destination, `x/deep/${index}`, 'x');
      await (index % 2 ? output.commit() : output.abort());
    }),
  );
  assert.equal((await tree(join(root, 'x/deep'))).length, 20);
});
