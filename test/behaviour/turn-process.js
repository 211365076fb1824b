import { readFile } from 'node:fs/promises';
import { destinationStore } from '../../src/checkpoint/store.js';
import { checkpointFile } from '../../src/cli/checkpoint-file.js';
import { openDestination } from '../../src/destination/open.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { randomOf } from '../support/random.js';
import { takeTurn } from './turns.js';

/**
 * Takes turns on a job until the job is done or the process is killed.
 *
 * @typedef {object} TurnProcess
 * @property {string} zip A file's path.
 * @property {any} recipe
 * @property {string} to
 * @property {string | null} checkpoint A file's path, or null for the destination.
 * @property {object | null} connection To S3.
 * @property {number} chunkBytes
 * @property {number} seed
 */

/** @type {TurnProcess} */
const { zip, recipe, to, checkpoint, connection, chunkBytes, seed } = JSON.parse(process.argv[2] ?? '');
const job = { zip: await readFile(zip), recipe: await compileRecipe(recipe) };
const s3 = connection && (await import('../../src/storage/s3-client.js')).s3ClientFactory(connection);
const random = randomOf(seed);
process.on('disconnect', () => process.exit());

for (;;) {
  process.send?.({ isStarted: true });
  const destination = await openDestination(to, s3 ? { s3 } : {});
  const file = checkpoint && checkpointFile(checkpoint, { archive: zip, to, folder: null, recipe: null });
  if (file) await file.open();
  const store = file || destinationStore(destination, 'x');
  const pauseAfter = 1 + random.below(4);
  const { manifest, error } = await takeTurn({ ...job, destination, store, chunkBytes, pauseAfter });
  await destination.close();
  if (manifest !== null) {
    process.send?.({ manifest });
    break;
  }
  if (error.code !== 'job/stopped') {
    process.send?.({ error: String(error.stack) });
    break;
  }
  process.send?.({ isPaused: true });
}
process.disconnect?.();
