import assert from 'node:assert/strict';
import { link, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { GONE, turn, unlikeBytes, write } from '../fixture.js';
import { openFolder, tree } from './fixture.js';

const BYTES = unlikeBytes(300_000);

test('a temporary file that is missing, too short, or no file of its own is storage/output-gone', async t => {
  const { root, destination } = await openFolder(t);
  const entry = { declaredBytes: 0 };
  const suspended = await (await turn(destination, 'x/a', null, BYTES)).suspend();
  const temporary = join(root, 'x', suspended.state.temporary);
  const aside = join(root, 'aside');
  const refused = async (/** @type {string} */ why) => {
    await assert.rejects(destination.resume('x/a', suspended, entry), GONE, why);
    await rm(temporary, { recursive: true, force: true });
  };
  await rename(temporary, aside);
  await refused('missing');
  await symlink(aside, temporary);
  await refused('a symbolic link');
  await link(aside, temporary);
  await refused('a second name of another file');
  await mkdir(temporary);
  await refused('a folder');
  assert.ok((await readFile(aside)).equals(BYTES));
  await rename(aside, temporary);
  const resumed = await destination.resume('x/a', suspended, entry);
  await resumed.release();
  const before = await openFiles();
  await truncate(temporary, BYTES.length - 1);
  await refused('too short');
  assert.equal(await openFiles(), before);
  await rm(join(root, 'x'), { recursive: true });
  await assert.rejects(destination.resume('x/a', suspended, entry), GONE, 'no folder');
  await destination.discard('x/a', suspended);
});

test('a state can only name a temporary file of ours, beside the final path', async t => {
  const { root, destination } = await openFolder(t);
  await mkdir(join(root, 'x'));
  await writeFile(join(root, 'x/theirs'), 'theirs');
  for (const temporary of ['theirs', '../x/theirs', join(root, 'x/theirs'), '.sluice-part', undefined]) {
    const state = { storage: 'folder', temporary, bytes: 1 };
    const suspended = { state, rest: Buffer.alloc(0) };
    await assert.rejects(destination.resume('x/a', suspended, { declaredBytes: 0 }), GONE);
    await destination.discard('x/a', suspended);
  }
  await assert.rejects(destination.resume('x/a', { state: {}, rest: Buffer.alloc(0) }, { declaredBytes: 0 }), GONE);
  assert.equal(await readFile(join(root, 'x/theirs'), 'utf8'), 'theirs');
});

test('a state with a length that no file has is storage/output-gone', async t => {
  const { destination } = await openFolder(t);
  const { state, rest } = await (await turn(destination, 'x/a', null, BYTES)).suspend();
  for (const bytes of [-1, 0.5, '1', null, undefined, 2 ** 53, [], {}]) {
    const suspended = { state: { ...state, bytes }, rest };
    await assert.rejects(destination.resume('x/a', suspended, { declaredBytes: 0 }), GONE);
  }
});

test('a link that leads out of the destination is not followed', async t => {
  const { root, destination } = await openFolder(t);
  const elsewhere = await openFolder(t);
  const suspended = await (await turn(elsewhere.destination, 'a', null, BYTES)).suspend();
  await symlink(elsewhere.root, join(root, 'x'));
  const refusal = { code: 'storage/outside-destination' };
  await assert.rejects(destination.resume('x/a', suspended, { declaredBytes: 0 }), refusal);
  await assert.rejects(destination.discard('x/a', suspended), refusal);
  assert.equal((await stat(join(elsewhere.root, suspended.state.temporary))).size, BYTES.length);
  // Nor one that stays inside, which may lead to another archive's files.
  const inside = await (await turn(destination, 'y/a', null, BYTES)).suspend();
  await symlink(join(root, 'y'), join(root, 'z'));
  await assert.rejects(destination.resume('z/a', inside, { declaredBytes: 0 }), refusal);
  await assert.rejects(destination.discard('z/a', inside), refusal);
  await destination.discard('y/a', inside);
});

test('the longest possible name works, and a longer one is limit/name-length', async t => {
  const { destination } = await openFolder(t);
  await (await write(destination, 'n'.repeat(255), 'x')).commit();
  await assert.rejects(async () => (await write(destination, 'n'.repeat(256), 'x')).commit(), {
    name: 'LimitError',
    code: 'limit/name-length',
  });
});

test('folders that were created for an output that cannot be opened are removed', async t => {
  const { root, destination } = await openFolder(t);
  // Its folder has the longest possible path, which leaves no room for a file name.
  const deep = `${'n'.repeat(99)}/`.repeat(LONGEST_PATH / 100 + 1).slice(0, LONGEST_PATH - root.length - 10);
  const opening = destination.create(`${deep}/a`, { declaredBytes: 0 });
  await assert.rejects(opening, { code: 'limit/name-length' });
  assert.deepEqual(await tree(root), []);
});

test('folders above one that cannot be created are removed', async t => {
  const { root, destination } = await openFolder(t);
  const opening = destination.create(`x/y/${'n'.repeat(256)}/a`, { declaredBytes: 0 });
  await assert.rejects(opening, { code: 'limit/name-length' });
  assert.deepEqual(await tree(root), []);
});

test('an output opens even while another one removes their empty folder', async t => {
  const { root, destination } = await openFolder(t);
  for (let round = 0; round < 100; round += 1) {
    const going = await destination.create('x/y/going', { declaredBytes: 0 });
    const aborted = going.abort();
    for (let turns = round % 8; turns > 0; turns -= 1) await new Promise(setImmediate);
    const coming = await destination.create('x/y/coming', { declaredBytes: 0 });
    await Promise.all([aborted, coming.abort()]);
    await rm(join(root, 'x'), { recursive: true, force: true });
  }
});

/** Counts the files that this process has open, if the system lists them. */
async function openFiles() {
  const found = await readdir('/proc/self/fd').catch(() => []);
  return found.length;
}

const LONGEST_PATH = process.platform === 'linux' ? 4096 : 1024;
