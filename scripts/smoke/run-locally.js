import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { openSource } from '../../src/source/open-source.js';

/** @import { EntryOutcome } from '../../src/entry-outcome.js' */
/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * Processes an archive on this machine as the function will.
 *
 * @param {Buffer} archive
 * @param {object} job
 * @param {Recipe} job.recipe
 * @param {Buffer | null} [job.hashKey]
 * @param {{ uri: string, lastModified: Date | null }} [job.as] What the function knows the archive as: it may write both.
 * @param {string} job.folder The outputs stay in it.
 * @param {AbortSignal} job.signal
 * @returns {Promise<{ sha256: string, isComplete: boolean, entries: EntryOutcome[], error: string | null }>} `sha256` of
 *   the recipe; `error`: the first one.
 */
export async function runLocally(archive, { recipe, hashKey = null, as, folder, signal }) {
  const path = join(folder, 'archive.zip');
  await writeFile(path, archive);
  const source = await openSource(path, { signal });
  // A second run replaces the first one's outputs.
  const job = { recipe, hashKey, signal, force: true };
  try {
    const destination = await openDestination(join(folder, 'outputs'), { signal });
    try {
      const { manifest } = await processArchive({ ...job, source: { ...source, ...as }, destination });
      const entries = [...(manifest?.entries ?? [])];
      const failed = entries.find(({ error }) => error !== null);
      const error = manifest?.error ?? failed?.error ?? null;
      return {
        sha256: recipe.sha256,
        isComplete: manifest?.status === 'complete',
        entries,
        error: error && `${failed ? `${failed.path}: ` : ''}${error.code}: ${error.message}`,
      };
    } finally {
      await destination.close();
    }
  } finally {
    await source.close();
  }
}
