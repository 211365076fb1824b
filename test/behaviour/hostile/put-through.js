import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openDestination } from '../../../src/destination/open.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { openSource } from '../../../src/source/open-source.js';

/** @import { TestContext } from 'node:test' */
/** @import { ParsedManifest } from '../../../src/ledger/manifest.js' */
/** @import { Fixture } from './fixture.js' */

/**
 * Processes an archive in a real job, from a file into a folder. Asserts that exactly the files listed in the manifest
 * exist, and that nothing in or around the folder was changed.
 *
 * @param {TestContext} t
 * @param {Pick<Fixture, 'zip' | 'limits' | 'opens'>} fixture
 * @returns {Promise<{ manifest: ParsedManifest, contents: Map<string, Buffer> }>} The contents by the entries' names.
 */
export async function putThrough(t, { zip, limits, opens = false }) {
  const base = await mkdtemp(join(tmpdir(), 'sluice-hostile-'));
  t.after(() => rm(base, { recursive: true }));
  await mkdir(join(base, 'out', 'y'), { recursive: true });
  const bystanders = ['evil', 'x', 'out/evil', 'out/y/good'].map(path => join(base, path));
  for (const path of bystanders) await writeFile(path, 'untouched');
  const archive = zip(base);
  await writeFile(join(base, 'x.zip'), archive);

  await work(join(base, 'x.zip'), join(base, 'out'), { entries: opens ? [OPEN] : [], limits });
  /** @type {ParsedManifest} */
  const manifest = JSON.parse(await readFile(join(base, 'out/x/_manifest.json'), 'utf8'));
  const written = manifest.entries.filter(({ status, action }) => status === 'written' && action !== 'archive');
  const expected = [
    ...bystanders,
    join(base, 'x.zip'),
    join(base, 'out/x/_manifest.json'),
    ...written.map(({ path }) => join(base, 'out/x', path)),
  ];
  assert.deepEqual((await filesIn(base)).sort(), expected.sort());
  for (const folder of await foldersIn(join(base, 'out'))) {
    assert.ok(
      expected.some(file => file.startsWith(`${folder}/`)),
      `${folder} is empty`,
    );
  }
  for (const path of bystanders) assert.equal(await readFile(path, 'utf8'), 'untouched', relative(base, path));
  assert.ok(archive.equals(await readFile(join(base, 'x.zip'))));
  const contents = await Promise.all(
    written.map(async ({ path }) => /** @type {const} */ ([path, await readFile(join(base, 'out/x', path))])),
  );
  return { manifest, contents: new Map(contents) };
}

/**
 * @param {string} archive
 * @param {string} folder
 * @param {object} written The recipe.
 */
async function work(archive, folder, written) {
  const source = await openSource(archive);
  const destination = await openDestination(folder);
  try {
    const recipe = await compileRecipe(written);
    const { result } = await processArchive({ source, destination, recipe });
    assert.equal(result, 'processed');
  } finally {
    await source.close();
    await destination.close();
  }
}

/** @param {string} folder */
async function filesIn(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter(file => !file.isDirectory()).map(file => join(file.parentPath, file.name));
}

/** @param {string} folder */
async function foldersIn(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter(file => file.isDirectory()).map(file => join(file.parentPath, file.name));
}

const OPEN = { match: '**/*.{zip,tar,gz}', archive: true };
