import assert from 'node:assert/strict';
import fs from 'node:fs';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDestination } from '../../../src/destination/open.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { JOB, write } from '../fixture.js';
import { openFolder, replaceInFs, temporaryFolder, tree } from './fixture.js';

/** @import { Destination } from '../../../src/destination/open.js' */

/** @type {Record<string, (destination: Destination, path: string, content: string) => Promise<unknown>>} */
const WAYS = {
  streamed: async (destination, path, content) => (await write(destination, path, content)).commit(),
  held: async (destination, path, content) => (await destination.hold(path, Buffer.from(content))).commit(),
};

/** @param {string} root */
async function contentsOf(root) {
  /** @type {Record<string, string>} */
  const contents = {};
  for (const path of await tree(root))
    contents[path] = await readFile(join(root, path), 'utf8').catch(error => error.code);
  return contents;
}

/**
 * What is left in a folder with obstacles, and what became of each path.
 *
 * @param {import('node:test').TestContext} t
 * @param {string[]} paths
 * @param {string} way
 */
async function publishAll(t, paths, way) {
  const { root, destination } = await openFolder(t);
  await Promise.all(['x/folder/inner', 'elsewhere'].map(path => mkdir(join(root, path), { recursive: true })));
  await writeFile(join(root, 'x/file'), 'before');
  await symlink(await temporaryFolder(t), join(root, 'x/out'));
  await symlink(join(root, 'elsewhere'), join(root, 'x/in'));
  await symlink(join(root, 'nowhere'), join(root, 'x/dangling'));
  const results = [];
  for (const path of paths) {
    results.push(
      await WAYS[way](destination, path, `new ${path}`).catch(({ code, message }) => [
        code,
        message
          .replaceAll(root, '')
          .replace(/sluice-folder-\w+/, 'outside')
          .replace(/ \([^)]*\)$/, ''),
      ]),
    );
  }
  await destination.close();
  return { results, contents: await contentsOf(root) };
}

// What the system says, in parentheses, may differ.
test('a held file ends as a streamed one, whatever is in its way', { timeout: 120_000 }, async t => {
  const path = fc.constantFrom(
    ...['x/a', 'x/b/c/d', 'x/file', 'x/file/below', 'x/folder', 'x/folder/inner/e', 'x/out/f', 'x/in/g', 'x/dangling'],
    ...['x/dangling/h', `x/${'n'.repeat(255)}`, `x/${'n'.repeat(256)}/i`, '../j'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(path, { minLength: 1, maxLength: 6 }), async paths => {
      assert.deepEqual(await publishAll(t, paths, 'held'), await publishAll(t, paths, 'streamed'));
    }),
    { numRuns: caseCount(60) },
  );
});

test('hundreds of files are published side by side; those that fail do so alone, and leave nothing', async t => {
  const { root, destination } = await openFolder(t);
  await mkdir(join(root, 'x/7/taken'), { recursive: true });
  const paths = Array.from({ length: 500 }, (_, index) => `x/${index % 20}/${index === 7 ? 'taken' : index}`);
  const results = await Promise.allSettled(paths.map(path => WAYS.held(destination, path, path)));
  assert.deepEqual(
    results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
    [7],
  );
  const left = (await tree(root)).filter(path => path.endsWith('.sluice-part'));
  assert.deepEqual(left, []);
  for (const path of [paths[0], paths[255], paths[499]]) assert.equal(await readFile(join(root, path), 'utf8'), path);
});

test('32 held files, or as many as have 2 MiB, are open at the same time', async t => {
  const { destination } = await openFolder(t);
  const { fdatasync } = fs;
  let [open, most] = [0, 0];
  replaceInFs(t, 'fdatasync', (/** @type {number} */ file, /** @type {(error: Error | null) => void} */ done) => {
    open += 1;
    most = Math.max(most, open);
    fdatasync(file, error => {
      open -= 1;
      done(error);
    });
  });
  for (const [count, bytes, together] of [
    [70, 1, 32],
    [9, 500_000, 4],
    [2, 3_000_000, 1],
  ]) {
    most = 0;
    const paths = Array.from({ length: count }, (_, index) => `x/${index}`);
    const held = await Promise.all(paths.map(path => destination.hold(path, Buffer.alloc(bytes))));
    await Promise.all(held.map(({ commit }) => commit()));
    assert.equal(most, together);
  }
});

test('a file that cannot be renamed, because a folder has appeared there, leaves nothing', async t => {
  const { root, destination } = await openFolder(t);
  const held = await destination.hold('x/a', Buffer.from('a'));
  await mkdir(join(root, 'x/a'), { recursive: true });
  await assert.rejects(held.commit(), { code: 'storage/name-in-the-way' });
  assert.deepEqual(await tree(root), ['x', 'x/a']);
});

test('a held file that something is in the way of is refused before it is committed', async t => {
  const { root, destination } = await openFolder(t);
  await mkdir(join(root, 'x/a'), { recursive: true });
  await assert.rejects(destination.hold('x/a', Buffer.from('x')), { code: 'storage/name-in-the-way' });
  // What was seen of the folders is looked at again for the next group.
  await (await destination.hold('x/y/b', Buffer.from('x'))).commit();
  await rm(join(root, 'x/y'), { recursive: true });
  await symlink(await temporaryFolder(t), join(root, 'x/y'));
  await assert.rejects(destination.hold('x/y/b', Buffer.from('x')), { code: 'storage/outside-destination' });
});

test('closing the destination waits for the files that are being published', async t => {
  const { root, destination } = await openFolder(t);
  const commits = await Promise.all(['a', 'b'].map(path => destination.hold(path, Buffer.from(path))));
  for (const { commit } of commits) void commit();
  await destination.close();
  assert.deepEqual(await contentsOf(root), { a: 'a', b: 'b' });
});

test('after the signal no held file is written, and nothing is left', async t => {
  const root = await temporaryFolder(t);
  const stop = new AbortController();
  const destination = await openDestination(root, { signal: stop.signal });
  await destination.begin(JOB);
  const held = await Promise.all(
    Array.from({ length: 100 }, (_, index) => destination.hold(`x/${index}`, Buffer.from('a'))),
  );
  stop.abort();
  const results = await Promise.allSettled(held.map(({ commit }) => commit()));
  assert.ok(results.every(result => result.status === 'rejected' && result.reason.code === 'job/stopped'));
  await destination.close();
  assert.deepEqual(await tree(root), []);
});

test('in a folder without permissions held files fail, and leave nothing', {
  skip: process.getuid?.() === 0,
}, async t => {
  const { root, destination } = await openFolder(t);
  await mkdir(join(root, 'x'));
  await chmod(join(root, 'x'), 0o555);
  await assert.rejects(WAYS.held(destination, 'x/a', 'a'), { code: 'storage/access-denied' });
  await chmod(join(root, 'x'), 0o755);
  assert.deepEqual(await tree(root), ['x']);
});
