import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { openSource } from '../../src/source/open-source.js';
import { runProgram } from './program.js';

/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * Does the same as `sluice run ARCHIVE --to FOLDER --recipe RECIPE --force`.
 *
 * @param {string} archive
 * @param {Recipe} recipe
 * @param {string} folder
 */
export async function stream(archive, recipe, folder) {
  const source = await openSource(archive);
  try {
    const destination = await openDestination(folder);
    try {
      const { manifest } = await processArchive({ source, destination, recipe, force: true });
      for (const { error } of manifest?.error ? [manifest] : (manifest?.entries ?? [])) {
        if (error !== null) throw new Error(error.message);
      }
    } finally {
      await destination.close();
    }
  } finally {
    await source.close();
  }
}

if (import.meta.main) runProgram(stream);
