import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { openSource } from '../../src/source/open-source.js';

/** @import { EntryOutcome } from '../../src/engine/entry-outcome.js' */
/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * Processes an archive on this machine as the function will.
 *
 * @param {Buffer} archive
 * @param {{ recipe: Recipe, hashKey?: Buffer | null, folder: string, signal: AbortSignal }} job The outputs stay in the folder.
 * @returns {Promise<{ sha256: string, isComplete: boolean, entries: EntryOutcome[], error: string | null }>} `sha256` of
 *   the recipe; `error`: the first one.
 */
export async function runLocally(archive, { recipe, hashKey = null, folder, signal }) {
  const path = join(folder, 'archive.zip');
  await writeFile(path, archive);
  const source = await openSource(path, { signal });
  try {
    const destination = await openDestination(join(folder, 'outputs'), { signal });
    try {
      const { manifest } = await processArchive({ source, destination, recipe, hashKey, signal });
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
