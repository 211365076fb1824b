import { addressesOf, manifestPath } from '../output-paths.js';
import { parseManifest } from './manifest-text.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { StoredManifest } from './manifest-text.js' */

/**
 * @param {Destination} destination
 * @param {string} outputFolder
 * @returns {Promise<StoredManifest | null>} null if there is none, or something else has its name.
 */
export async function readManifest(destination, outputFolder) {
  const addresses = addressesOf(destination, outputFolder);
  return destination.read(manifestPath(outputFolder), chunks => parseManifest(chunks, addresses));
}
