import { outputPath } from '../output-paths.js';
import { HAS_OUTPUT } from './outcomes.js';
import { readManifest } from './read-manifest.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { NameList } from '../memory/name-list.js' */

/**
 * Finds the entries whose outputs another archive has at the same place. Of objects in S3 their marks say so, when they would be
 * replaced; files have none, but the other archive's manifest lists them.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @param {NameList} names The entries'.
 * @returns {Promise<Map<string, string>>} By the folded path of an output: the other archive's output folder.
 */
export async function takenPlaces(destination, outputFolder, names) {
  /** @type {Map<string, string>} */
  const taken = new Map();
  const own = `${destination.fold(outputFolder)}/`;
  for await (const folder of destination.foldersOfOthers(outputFolder, names)) {
    // A damaged one is refused when it is its own archive's turn.
    const manifest = await readManifest(destination, folder, { force: true });
    if (manifest === null) continue;
    const { entries } = manifest;
    for (let index = 0; index < entries.length; index++) {
      if ((entries.uses(index) & HAS_OUTPUT) === 0) continue;
      const path = destination.fold(outputPath(folder, entries.paths.get(index)));
      if (path.startsWith(own)) taken.set(path, folder);
    }
  }
  return taken;
}
