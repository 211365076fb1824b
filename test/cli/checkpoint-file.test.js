import assert from 'node:assert/strict';
import { chmod, chown, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkpointFile } from '../../src/cli/checkpoint-file.js';
import { readCommandOf } from '../../src/cli/read-checkpoint.js';
import { temporaryFolder } from '../support/run-cli.js';

/** @import { TestContext } from 'node:test' */
/** @import { Command } from '../../src/cli/command.js' */

const COMMAND = { archive: 'x.zip', to: 'out', folder: '/somewhere', recipe: '{}' };
const NOBODY = 65_534;
const CONFLICT = { code: 'storage/conflict' };
const [ONE, TWO] = [Buffer.from('one checkpoint'), Buffer.from('another checkpoint')];

/** @param {TestContext} t */
async function begin(t) {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'job.checkpoint');
  return {
    folder,
    file,
    names: async () => (await readdir(folder)).sort(),
    /** @param {Partial<Command>} [change] */
    async open(change) {
      const store = checkpointFile(file, { ...COMMAND, ...change });
      await store.open();
      return store;
    },
  };
}

test('the next process reads the checkpoint that was written, with the command', async t => {
  const { file, names, open } = await begin(t);
  const store = await open();
  assert.equal(await store.read(), null);
  for (const bytes of [ONE, TWO]) {
    await store.write([bytes.subarray(0, 3), bytes.subarray(3)]);
    for (const each of [store, await open()]) assert.deepEqual(await each.read(), bytes);
  }
  assert.deepEqual(await readCommandOf(file), COMMAND);
  await store.remove();
  assert.equal(await (await open()).read(), null);
  assert.deepEqual(await names(), ['job.checkpoint']);
});

test('only the same archive, destination and folder are the same job; the recipe may differ', async t => {
  const { open } = await begin(t);
  await (await open()).write([ONE]);
  for (const change of [{ archive: 'y.zip' }, { to: 'elsewhere' }, { folder: '/nowhere' }, { folder: null }]) {
    await assert.rejects(open(change), { code: 'usage/bad-checkpoint' }, JSON.stringify(change));
  }
  assert.deepEqual(await (await open({ recipe: null })).read(), ONE);
});

test('a file that another process changed meanwhile is neither read, nor overwritten, nor removed', async t => {
  const { file, names, open } = await begin(t);
  const [late, other] = [await open(), await open()];
  await late.write([ONE]);
  await assert.rejects(other.write([TWO]), CONFLICT);
  const again = await open();
  await again.write([TWO]);
  const theirs = await readFile(file);
  await assert.rejects(late.read(), CONFLICT);
  await assert.rejects(late.write([ONE]), CONFLICT);
  await late.remove();
  await late.finish();
  await other.giveUp();
  assert.ok(theirs.equals(await readFile(file)));
  assert.deepEqual(await names(), ['job.checkpoint']);
});

test('finish removes the file and the leftovers of killed processes; giveUp keeps a file with a checkpoint', async t => {
  const { folder, names, open } = await begin(t);
  await (await open()).giveUp();
  assert.deepEqual(await names(), []);
  const store = await open();
  await store.write([ONE]);
  await store.giveUp();
  await (await open()).giveUp();
  assert.deepEqual(await (await open()).read(), ONE);
  const theirs = ['job.checkpoint.mine.partial', 'job.checkpoint2.0123456789ab.partial', 'other.0123456789ab.partial'];
  for (const name of [...theirs, 'job.checkpoint.0123456789ab.partial']) await writeFile(join(folder, name), '');
  await store.finish();
  assert.deepEqual(await names(), theirs);
});

test('no file stays open, whatever it holds', async t => {
  const { file, open } = await begin(t);
  const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
  const store = await open();
  await store.write([ONE]);
  const before = await openFiles();
  for (let times = 0; times < 3; times += 1) await store.read();
  await writeFile(file, 'some other file');
  await assert.rejects(open(), { code: 'usage/bad-checkpoint' });
  await assert.rejects(readCommandOf(file), { code: 'usage/bad-checkpoint' });
  assert.equal(await openFiles(), before);
});

test('a file that cannot be removed is storage/access-denied', async t => {
  const { folder, file } = await begin(t);
  const store = checkpointFile(file, COMMAND);
  if (process.getuid?.() === 0) {
    await chown(folder, NOBODY, NOBODY);
    process.seteuid?.(NOBODY);
  }
  try {
    await store.open();
    await chmod(folder, 0o500);
    await assert.rejects(store.finish(), { code: 'storage/access-denied', message: /remove the checkpoint ".*": / });
  } finally {
    process.seteuid?.(process.getuid?.() ?? 0);
    await chmod(folder, 0o700);
  }
});
