import assert from 'node:assert/strict';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { openDestination } from '../../../src/destination/open.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { memorySource } from '../../support/memory-source.js';
import { writeZip } from '../../support/zip-writer.js';
import { temporaryFolder, tree } from './fixture.js';

const OUTSIDE = 'storage/outside-destination';
const IN_THE_WAY = 'storage/name-in-the-way';
const RECIPE = await compileRecipe({ entries: [{ match: '*.csv', csv: {} }] });
const OLD = writeZip([
  { name: 'w/gone.txt', content: 'old' },
  { name: 'people.csv', content: 'id,b\n1,a\n2\n' },
]);
const NEW = writeZip([
  { name: 'w/a.txt', content: 'new' },
  { name: 'people.csv', content: 'id,b\n1,a\n2\n' },
]);

/** Where a link is planted, to what, and what becomes of the job: an error of it, or of entries, or none. */
const PLANTED = /** @type {[place: string, to: 'file' | 'folder' | 'nothing', code: string | null][]} */ ([
  ['x', 'folder', OUTSIDE],
  ['x', 'nothing', IN_THE_WAY],
  ['x/w', 'folder', OUTSIDE],
  ['x/w', 'nothing', IN_THE_WAY],
  ['x/w/a.txt', 'file', null],
  ['x/w/a.txt', 'folder', null],
  ['x/w/a.txt', 'nothing', null],
  ['x/_manifest.json', 'file', OUTSIDE],
  ['x/_manifest.json', 'folder', OUTSIDE],
  ['x/_manifest.json', 'nothing', null],
  ['_rejected', 'folder', OUTSIDE],
  ['_rejected', 'nothing', IN_THE_WAY],
  ['_rejected/x/people.csv', 'file', null],
  ['_reasons/x', 'folder', OUTSIDE],
  ['_reasons/x/people.csv.jsonl', 'nothing', null],
]);

for (const [place, to, code] of PLANTED) {
  test(`a link at ${place} to ${to === 'nothing' ? to : `a ${to} outside`}: ${code ?? 'is replaced'}`, async t => {
    const root = await temporaryFolder(t);
    const outside = await mkdtemp(join(tmpdir(), 'sluice-outside-'));
    t.after(() => rm(outside, { recursive: true }));
    await mkdir(join(outside, 'folder/x/w'), { recursive: true });
    const files = ['file', 'folder/a.txt', 'folder/_manifest.json', 'folder/x/people.csv', 'folder/people.csv.jsonl'];
    for (const name of files) await writeFile(join(outside, name), '{}');
    await mkdir(dirname(join(root, place)), { recursive: true });
    await symlink(join(outside, to), join(root, place));
    const before = await tree(outside);
    assert.equal(await work(root, NEW), code);
    assert.deepEqual(await tree(outside), before);
    for (const name of files) assert.equal(await readFile(join(outside, name), 'utf8'), '{}');
    assert.equal((await lstat(join(root, place))).isSymbolicLink(), code !== null);
  });
}

for (const [place, theirs] of [
  ['x', 'y'],
  ['x/w', '../y/w'],
  ['x/_manifest.json', '../y/_manifest.json'],
  ['_rejected/x', '../y'],
  ['_reasons/x', '../_reasons/y'],
]) {
  test(`a link at ${place} to what is another archive’s: nothing is read or written there`, async t => {
    const root = await temporaryFolder(t);
    const source = memorySource(OLD, { uri: '/in/y.zip' });
    const destination = await openDestination(root);
    await processArchive({ source: { ...source, outputFolder: 'y' }, destination, recipe: RECIPE });
    await destination.close();
    const before = await contents(root);
    await mkdir(dirname(join(root, place)), { recursive: true });
    await symlink(theirs, join(root, place));
    assert.equal(await work(root, NEW), OUTSIDE);
    for (const [path, content] of before) assert.equal(await readFile(join(root, path), 'utf8'), content, path);
    await rm(join(root, place));
    assert.deepEqual(
      (await contents(root)).filter(([path]) => !/^(_re\w+\/)?x\//.test(path)),
      before,
    );
  });
}

test('a job that is forced and a dry run refuse a link too, and the message names it', async t => {
  for (const place of ['x', 'x/w', 'x/_manifest.json', '_rejected/x', '_reasons']) {
    for (const { dryRun, force } of [
      { dryRun: false, force: true },
      { dryRun: true, force: false },
    ]) {
      const root = await temporaryFolder(t);
      await mkdir(join(root, 'theirs'));
      await mkdir(dirname(join(root, place)), { recursive: true });
      await symlink(join(root, 'theirs'), join(root, place));
      const destination = await openDestination(root, { dryRun });
      const job = { source: memorySource(NEW), destination, recipe: RECIPE, force };
      await assert.rejects(processArchive(job), { code: OUTSIDE, message: new RegExp(`${place}" is a link`) });
      await destination.close();
      assert.deepEqual(await readdir(join(root, 'theirs')), []);
    }
  }
});

test('what a link within an archive’s folder leads to is not removed as outdated', async t => {
  const root = await temporaryFolder(t);
  assert.equal(await work(root, OLD, 'old'), null);
  await rm(join(root, 'x/w'), { recursive: true });
  await mkdir(join(root, 'y/w'), { recursive: true });
  await writeFile(join(root, 'y/w/gone.txt'), 'theirs');
  await symlink('../y/w', join(root, 'x/w'));
  await work(root, writeZip([{ name: 'people.csv', content: 'id,b\n1,a\n' }]));
  assert.equal(await readFile(join(root, 'y/w/gone.txt'), 'utf8'), 'theirs');
});

test('an outdated output that was replaced by a link is removed, and what the link leads to stays', async t => {
  const root = await temporaryFolder(t);
  assert.equal(await work(root, OLD, 'old'), null);
  await writeFile(join(root, 'theirs'), 'theirs');
  await rm(join(root, 'x/w/gone.txt'));
  await symlink('../../theirs', join(root, 'x/w/gone.txt'));
  assert.equal(await work(root, NEW), null);
  assert.equal(await readFile(join(root, 'theirs'), 'utf8'), 'theirs');
  assert.deepEqual(await tree(join(root, 'x/w')), ['a.txt']);
});

/**
 * @param {string} root
 * @returns {Promise<[path: string, content: string][]>} Of the files.
 */
async function contents(root) {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = found.filter(each => each.isFile()).map(each => relative(root, join(each.parentPath, each.name)));
  return Promise.all(paths.sort().map(async path => [path, await readFile(join(root, path), 'utf8')]));
}

/**
 * @param {string} root
 * @param {Buffer} zip
 * @param {string} [etag]
 * @returns {Promise<string | null>} The code of the first error.
 */
async function work(root, zip, etag = 'new') {
  const destination = await openDestination(root);
  try {
    const { manifest } = await processArchive({ source: memorySource(zip, { etag }), destination, recipe: RECIPE });
    const failed = [...(manifest?.entries ?? [])].find(({ error }) => error !== null);
    return failed?.error?.code ?? null;
  } catch (error) {
    return /** @type {any} */ (error).code;
  } finally {
    await destination.close();
  }
}
