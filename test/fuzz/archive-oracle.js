import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { writeZip } from '../support/zip-writer.js';
import { runJob } from './archive-job.js';
import { readByReference } from './reference-reader.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { EntryOutcome } from '../../src/entry-outcome.js' */
/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * Judges the outputs of a mutated archive. Every written entry must have, under its name, bytes with the CRC-32 that the
 * manifest lists: either those that the reference reader finds in the mutated archive, or those of that name in the honest
 * archive it was made from. All entries of one of the two archives must be listed, so that none is silently left out, and no
 * other file may exist.
 *
 * @param {object} job
 * @param {Buffer} job.bytes The archive.
 * @param {Recipe} job.recipe
 * @param {ParsedManifest} job.manifest
 * @param {Map<string, Buffer>} job.files What was written, by path.
 * @param {Map<string, Buffer>[]} originals The contents of the honest archives.
 * @throws {assert.AssertionError}
 */
export async function judge({ bytes, recipe, manifest, files }, originals) {
  const { status, error, entries } = manifest;
  assert.notEqual(status, 'unfinished');
  for (const failure of [error, ...entries.map(entry => entry.error)]) {
    if (failure) assert.match(failure.code, /^(archive|limit|csv)\//, failure.message);
  }
  const readings = [readByReference(bytes), ...originals].flatMap(reading =>
    reading === null ? [] : [withPlainNames(reading)],
  );
  const expected = new Map();
  for (const entry of entries) {
    if (entry.status !== 'written') {
      assert.deepEqual([entry.status, entry.output, entry.rejected], ['failed', null, null]);
      continue;
    }
    assert.doesNotMatch(entry.path, /^\/|(^|\/)(\.\.?)?(\/|$)|\\|\p{Cc}/u, 'no such name is written');
    const contents = readings.map(reading => reading.get(entry.path)).filter(content => content != null);
    const content = contents.find(candidate => hex(crc32(candidate)) === entry.crc32);
    assert.ok(content, `"${entry.path}" is written, but no such entry has the CRC-32 ${entry.crc32}`);
    for (const [path, output] of await outputsOf(entry, content, recipe)) expected.set(path, output);
  }
  for (const [path, output] of files) {
    if (path === 'x/_manifest.json') continue;
    assert.ok(expected.get(path)?.equals(output), `${path} is not what has to come of its entry`);
  }
  assert.equal(files.size, expected.size + 1, 'exactly the listed files and the manifest exist');
  if (status === 'failed') return;
  const lists = readings.map(reading => JSON.stringify([...reading.keys()]));
  const listed = JSON.stringify(entries.map(({ path }) => path));
  assert.ok(lists.includes(listed), `the archive’s names are ${lists[0]}, and not ${listed}`);
}

/**
 * @param {EntryOutcome} entry
 * @param {Buffer} content
 * @param {Recipe} recipe
 * @returns {Promise<Map<string, Buffer>>} What comes of it where it is all that an honest archive holds.
 */
async function outputsOf({ path, action }, content, recipe) {
  if (action === 'copy') return new Map([[`x/${path}`, content]]);
  const { files } = await runJob(writeZip([{ name: path, content, method: 0 }]), recipe);
  files.delete('x/_manifest.json');
  return files;
}

/**
 * @template Content
 * @param {Map<string, Content>} contents By the names in the archive.
 * @returns {Map<string, Content>} By their names without empty parts and dots.
 */
function withPlainNames(contents) {
  return new Map(Array.from(contents, ([name, content]) => [plainName(name), content]));
}

/** @param {string} name */
function plainName(name) {
  if (name.startsWith('/')) return name;
  const path = name
    .split('/')
    .filter(part => !['', '.'].includes(part))
    .join('/');
  return name.endsWith('/') ? `${path === '' ? '.' : path}/` : path;
}

/** @param {number} crc */
function hex(crc) {
  return crc.toString(16).padStart(8, '0');
}
