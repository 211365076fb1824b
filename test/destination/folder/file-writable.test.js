import assert from 'node:assert/strict';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { openFolder, tree } from './fixture.js';

test('many chunks of all sizes are written in order', async t => {
  const { root, destination } = await openFolder(t);
  const chunks = Array.from({ length: 3000 }, (_, index) => Buffer.alloc((index * 7919) % 5000, index % 256));
  chunks.push(Buffer.alloc(5_000_000, 1), Buffer.alloc(0));
  const output = await destination.create('big', { declaredBytes: 0 });
  // Without waiting, so that they are written in batches.
  for (const chunk of chunks) output.writable.write(chunk);
  await new Promise(resolve => output.writable.end(resolve));
  await output.commit();
  assert.ok((await readFile(join(root, 'big'))).equals(Buffer.concat(chunks)));
});

test('a full disk fails the writable and the commit with storage/disk-full', { timeout: 60_000 }, async t => {
  const { root, destination } = await openFolder(t);
  const output = await destination.create('a', { declaredBytes: 0 });
  // The kernel's own full disk, instead of the opened file.
  const full = await open('/dev/full', 'w').catch(() => null);
  if (full === null) return t.skip('no /dev/full here');
  const { prototype } = /** @type {{ prototype: import('node:fs/promises').FileHandle }} */ (full.constructor);
  const original = prototype.writev;
  t.mock.method(prototype, 'writev', (/** @type {Buffer[]} */ chunks) => original.call(full, chunks));
  await assert.rejects(pipeline(Readable.from([Buffer.from('x')]), output.writable), { code: 'storage/disk-full' });
  await assert.rejects(output.commit(), { code: 'storage/disk-full' });
  t.mock.restoreAll();
  await full.close();
  assert.deepEqual(await tree(root), []);
});

test('a write that the kernel cuts short is continued', async t => {
  const { root, destination } = await openFolder(t);
  const output = await destination.create('a', { declaredBytes: 0 });
  const any = await open(root);
  const { prototype } = /** @type {{ prototype: import('node:fs/promises').FileHandle }} */ (any.constructor);
  await any.close();
  const original = prototype.writev;
  t.mock.method(
    prototype,
    'writev',
    /** @this {import('node:fs/promises').FileHandle} @param {Buffer[]} chunks @param {number} position */
    function (chunks, position) {
      return original.call(this, [Buffer.concat(chunks).subarray(0, 7)], position);
    },
  );
  const chunks = ['a', 'bcdef', '', 'ghijklmnopqrstuvw', 'xyz'];
  for (const chunk of chunks) output.writable.write(chunk);
  await new Promise(resolve => output.writable.end(resolve));
  await output.commit();
  assert.equal(await readFile(join(root, 'a'), 'utf8'), chunks.join(''));
});
