import assert from 'node:assert/strict';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */

export const name = 'bytes';

/** A small archive: two entries, one of them empty. */
export const SMALL = writeZip([
  { name: 'a', content: 'b', method: 0 },
  { name: 'bc', method: 0 },
]);
export const CONTENTS = new Map([
  ['a', Buffer.from('b')],
  ['bc', Buffer.alloc(0)],
]);

// Only this byte of the attributes, of which there is one copy, distinguishes an empty file from a folder.
const EMPTY_TYPE = SMALL.lastIndexOf('PK\x01\x02') + 41;
const FOLDER = 0o4;
const WITHOUT_EMPTY = new Map([['a', Buffer.from('b')]]);

/**
 * Changes one byte of the small archive. The first 255 seeds change its first byte in every way, and so on.
 *
 * @param {number} seed
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {assert.AssertionError}
 */
export async function tryCase(seed) {
  const position = Math.floor(seed / 255) % SMALL.length;
  const outcome = await judgeChanged(SMALL, position, 1 + (seed % 255), CONTENTS);
  return { category: position < SMALL.indexOf('PK\x01\x02') ? 'the entries' : 'the directory', outcome };
}

/**
 * @param {Buffer} zip
 * @param {number} position
 * @param {number} change What the byte there is XORed with.
 * @param {Map<string, Buffer>} originals
 * @throws {assert.AssertionError}
 */
export function judgeChanged(zip, position, change, originals) {
  const changed = Buffer.from(zip);
  changed[position] ^= change;
  if (zip === SMALL && position === EMPTY_TYPE && changed[position] >> 4 === FOLDER) originals = WITHOUT_EMPTY;
  return judgeArchive(changed, originals, `byte ${position} is ${changed[position]}, not ${zip[position]}`);
}

/**
 * Processes a damaged archive. Every file that is written must be one of the originals, and a complete job must have written
 * all of them.
 *
 * @param {Buffer} zip
 * @param {Map<string, Buffer>} originals
 * @param {string} [what] What is wrong with it, for messages.
 * @returns {Promise<string>} `right`, or by which errors.
 * @throws {assert.AssertionError}
 */
export async function judgeArchive(zip, originals, what = `${zip.length} bytes`) {
  const source = memorySource(zip);
  const destination = memoryDestination();
  await processArchive({ source, destination, recipe: COPY });
  /** @type {ParsedManifest} */
  const { status, error, entries } = JSON.parse(String(destination.files.get('x/_manifest.json')));
  destination.files.delete('x/_manifest.json');
  for (const [path, content] of destination.files) {
    assert.ok(originals.get(path.slice(2))?.equals(content), `${what}: ${path} is written`);
  }
  const errors = [error, ...entries.map(entry => entry.error)].filter(failure => failure !== null);
  for (const { code, message } of errors) assert.match(code, /^(archive|limit)\//, `${what}: ${message}`);
  if (status === 'complete') assert.equal(destination.files.size, originals.size, `${what}: all files are written`);
  assert.deepEqual([destination.live(), source.live()], [0, 0], `${what}: nothing is left open`);
  const codes = errors.map(({ code }) => code).join(', ');
  if (status === 'failed') return `refused: ${codes}`;
  return status === 'complete' ? 'right' : `in part: ${codes}`;
}

const COPY = await compileRecipe();
