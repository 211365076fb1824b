import assert from 'node:assert/strict';
import { encrypted } from '../support/encrypt.js';
import { randomOf } from '../support/random.js';
import { makeArchive } from './archive-corpus.js';
import { COPY, CSV, runJob } from './archive-job.js';
import { mutate } from './archive-mutations.js';
import { judge } from './archive-oracle.js';
import { outcomeOf } from './archives.js';
import { readByReference } from './reference-reader.js';

/** @import { Random } from '../support/random.js' */

export const name = 'encrypted';

/**
 * Makes an archive with encrypted entries, mutates it, processes it with its password or another one, and judges the outputs.
 *
 * @param {number} seed
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {assert.AssertionError} With the archive as its `input`.
 */
export async function tryCase(seed) {
  const { category, bytes, originals, recipe, chunkBytes, password } = drawCase(seed);
  try {
    const { manifest, files } = await runJob(bytes, recipe, chunkBytes, password);
    await judge({ bytes, recipe, manifest, files }, originals);
    if (category === 'nothing' && password === PASSWORD) {
      // The records of a short table may all be bad.
      for (const { path, error } of manifest.entries) assert.match(error?.code ?? 'csv/', /^csv\//, path);
    }
    return { category, outcome: outcomeOf(manifest) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `encrypted, seed ${seed} (${category}): ${reason}`;
    throw Object.assign(new assert.AssertionError({ message }), { cause, input: bytes });
  }
}

/** @param {number} seed It decides everything. */
function drawCase(seed) {
  const random = randomOf(seed);
  const [archive, other] = [makeEncrypted(random), makeEncrypted(random)];
  const { category, bytes } = mutate(archive, other, random);
  return {
    category,
    bytes,
    originals: [archive.contents, other.contents, underNamesOf(bytes, archive.contents)],
    recipe: random.chance(0.4) ? CSV : COPY,
    chunkBytes: random.pick([37, 500, 65_536]),
    password: random.chance(0.9) ? PASSWORD : `wrong ${random.next()}`,
  };
}

/**
 * The reference reader decrypts nothing, but it knows the names: mutated ones too.
 *
 * @param {Buffer} bytes
 * @param {Map<string, Buffer>} contents
 * @returns {Map<string, Buffer>} The contents, under the names that a mutated archive gives them.
 */
function underNamesOf(bytes, contents) {
  const names = [...(readByReference(bytes)?.keys() ?? [])];
  if (names.length !== contents.size) return contents;
  return new Map([...contents.values()].map((content, index) => [String(names[index]), content]));
}

/** @param {Random} random */
function makeEncrypted(random) {
  return makeArchive(random, entry =>
    random.chance(0.1) ? entry : encrypted(entry, random.pick(KINDS), PASSWORD, random.bytes(16)),
  );
}

const PASSWORD = 'Tr0ub4dor-and-3';
const KINDS = /** @type {const} */ (['zipcrypto', 'zipcrypto', 'ae1-128', 'ae1-192', 'ae2-128', 'ae2-256']);
