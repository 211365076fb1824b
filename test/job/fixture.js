import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { CheckpointStore } from '../../src/checkpoint/store.js' */
/** @import { Destination } from '../../src/destination/open.js' */
/** @import { Job } from '../../src/job/archive.js' */

export const COPY = await compileRecipe();
/** Drops the notes; every fifth record has a field too many, and no more may be bad. */
export const CSV = await compileRecipe({ entries: [{ match: '*.csv', csv: { drop: ['note'], maxBad: '20%' } }] });
export const ROWS = Array.from({ length: 40_000 }, (_, id) => `${id},${id % 5 === 0 ? 'x,y' : 'x'}\n`);
export const TABLE = `id,note\n${ROWS.join('')}`;
export const ZIP = writeZip([
  { name: 'a.csv', content: TABLE, method: 0 },
  { name: 'b.csv', content: TABLE, method: 0 },
  { name: 'last', content: Buffer.alloc(400_000), method: 0 },
]);

/**
 * @param {Buffer} zip
 * @param {Partial<Job> & { from?: NonNullable<Parameters<typeof memorySource>[1]> }} [job]
 */
export function work(zip, { from, ...job } = {}) {
  return processArchive({ source: memorySource(zip, from), destination: memoryDestination(), recipe: COPY, ...job });
}

/** @returns {CheckpointStore & { bytes: () => Buffer | null }} */
export function memoryStore() {
  /** @type {Buffer | null} */
  let bytes = null;
  return {
    bytes: () => bytes,
    read: async () => bytes && Buffer.from(bytes),
    async write(parts) {
      bytes = Buffer.concat(parts);
    },
    async remove() {
      bytes = null;
    },
  };
}

/**
 * A turn that pauses in an entry.
 *
 * @param {Destination} destination
 * @param {CheckpointStore} store
 * @param {string} [pauseIn]
 * @param {object} [how]
 * @param {string[]} [how.worked] Gets the name of the entry at each report of progress.
 * @param {Buffer} [how.zip]
 * @param {typeof CSV} [how.recipe]
 * @param {number} [how.remainingMs]
 */
export function turnOf(
  destination,
  store,
  pauseIn = '',
  { worked = [], zip = ZIP, recipe = CSV, remainingMs = 0 } = {},
) {
  const pause = new AbortController();
  return processArchive({
    source: memorySource(zip),
    destination,
    recipe,
    onProgress({ path }) {
      worked.push(path);
      if (path === pauseIn) pause.abort();
    },
    turn: { pause: pause.signal, remainingMs: () => remainingMs, store },
  });
}
