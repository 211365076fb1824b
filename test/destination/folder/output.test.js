import assert from 'node:assert/strict';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { begun, tree, write } from './fixture.js';

test('abort leaves nothing behind, not even folders that it made; it may be repeated', async t => {
  const { root, destination } = await begun(t);
  await (await write(destination, 'kept/a', 'x')).commit();
  const output = await write(destination, 'x/y/z', 'x');
  await output.abort();
  await output.abort();
  const beside = await destination.create('kept/b', { declaredBytes: 0 });
  beside.writable.write('half');
  await beside.abort();
  assert.deepEqual(await tree(root), ['kept', 'kept/a']);
});

test('abort after a commit does nothing', async t => {
  const { root, destination } = await begun(t);
  const output = await write(destination, 'a', 'x');
  await output.commit();
  await output.abort();
  assert.deepEqual(await tree(root), ['a']);
});

test('an output whose writing has not finished is not committed', async t => {
  const { root, destination } = await begun(t);
  const output = await destination.create('a', { declaredBytes: 0 });
  output.writable.write('half');
  await assert.rejects(output.commit());
  assert.deepEqual(await tree(root), []);
});

test('a source that fails leaves nothing after the abort', async t => {
  const { root, destination } = await begun(t);
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

test('many chunks of every size come out in order', async t => {
  const { root, destination } = await begun(t);
  const chunks = Array.from({ length: 3000 }, (_, index) => Buffer.alloc((index * 7919) % 5000, index % 256));
  chunks.push(Buffer.alloc(5_000_000, 1), Buffer.alloc(0));
  const output = await destination.create('big', { declaredBytes: 0 });
  // All at once: what waits is written in batches.
  for (const chunk of chunks) output.writable.write(chunk);
  await new Promise(resolve => output.writable.end(resolve));
  await output.commit();
  assert.ok((await readFile(join(root, 'big'))).equals(Buffer.concat(chunks)));
});

test('a folder that appears meanwhile fails the commit, and nothing is left behind', async t => {
  const { root, destination } = await begun(t);
  const output = await write(destination, 'a', 'x');
  await mkdir(join(root, 'a'));
  await assert.rejects(output.commit(), { code: 'storage/name-in-the-way' });
  assert.deepEqual(await tree(root), ['a']);
});

test('the longest name that the file system takes is taken, a longer one is limit/name-length', async t => {
  const { destination } = await begun(t);
  await (await write(destination, 'n'.repeat(255), 'x')).commit();
  await assert.rejects(async () => (await write(destination, 'n'.repeat(256), 'x')).commit(), {
    name: 'LimitError',
    code: 'limit/name-length',
  });
});

test('folders that were made for an output that cannot be opened are removed again', async t => {
  const { root, destination } = await begun(t);
  // Its folder has the longest path that there can be, and there is no room for a name in it.
  const deep = `${'n'.repeat(99)}/`.repeat(LONGEST_PATH / 100 + 1).slice(0, LONGEST_PATH - root.length - 10);
  const opening = destination.create(`${deep}/a`, { declaredBytes: 0 });
  await assert.rejects(opening, { code: 'limit/name-length' });
  assert.deepEqual(await tree(root), []);
});

test('an output is opened also while another one takes their empty folder away', async t => {
  const { root, destination } = await begun(t);
  for (let round = 0; round < 100; round += 1) {
    const going = await destination.create('x/y/going', { declaredBytes: 0 });
    const aborted = going.abort();
    for (let turns = round % 8; turns > 0; turns -= 1) await new Promise(setImmediate);
    const coming = await destination.create('x/y/coming', { declaredBytes: 0 });
    await Promise.all([aborted, coming.abort()]);
    await rm(join(root, 'x'), { recursive: true, force: true });
  }
});

test('a full disk fails the writable and the commit with storage/disk-full', { timeout: 60_000 }, async t => {
  const { root, destination } = await begun(t);
  const output = await destination.create('a', { declaredBytes: 0 });
  // The kernel's own full disk, in place of the file that was opened.
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

test('a write that the kernel cuts short is gone on with', async t => {
  const { root, destination } = await begun(t);
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

test('closing aborts what is open', async t => {
  const { root, destination } = await begun(t);
  await destination.create('x/a', { declaredBytes: 0 });
  await write(destination, 'x/b', 'x');
  await destination.close();
  assert.deepEqual(await tree(root), []);
});

const LONGEST_PATH = process.platform === 'linux' ? 4096 : 1024;
