import assert from 'node:assert/strict';
import { ArchivePassword } from '../../src/archive/password.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * Processes an archive as a whole job, in memory.
 *
 * @param {Buffer} bytes
 * @param {Recipe} recipe
 * @param {number} [chunkBytes]
 * @param {string | null} [password]
 * @throws {assert.AssertionError} The job throws, does not end, or leaves something open.
 */
export async function runJob(bytes, recipe, chunkBytes = 65_536, password = null) {
  const source = memorySource(bytes, { chunkBytes });
  const destination = memoryDestination();
  const archivePassword = password === null ? null : new ArchivePassword(Buffer.from(password));
  await bounded(processArchive({ source, destination, recipe, password: archivePassword }));
  assert.equal(destination.live(), 0, 'an output is left open');
  await new Promise(setImmediate);
  assert.equal(source.live(), 0, 'a stream of the source is left open');
  const { files } = destination;
  /** @type {ParsedManifest} */
  const manifest = JSON.parse(String(files.get('x/_manifest.json')));
  return { manifest, files };
}

/**
 * @template Result
 * @param {Promise<Result>} promise
 * @returns {Promise<Result>}
 */
async function bounded(promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${LONGEST_MS} ms`)), LONGEST_MS);
  });
  try {
    return /** @type {Result} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}

// Even on a busy machine, only a job that hangs takes this long.
const LONGEST_MS = 120_000;
const limits = { maxEntries: 1000, maxRatio: 2000, maxTotalBytes: 2_000_000, maxRecordBytes: 65_536 };

export const COPY = await compileRecipe({ entries: [], limits });

export const CSV = await compileRecipe({
  entries: [
    {
      match: '**/*.csv',
      csv: { drop: ['note'], require: ['name'], phones: [{ field: 'phone', format: 'e164', country: 'US' }] },
    },
  ],
  limits,
});
