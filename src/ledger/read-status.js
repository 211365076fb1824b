import { isTooLargeToParse } from '../memory/parsed-bytes.js';
import { manifestPath } from '../output-paths.js';
import { ENTRIES } from './format-manifest.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { Manifest } from './manifest.js' */

/**
 * Reads the status of a manifest without its entries: if there are very many, they take as much time and memory as the job's own.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @returns {Promise<Manifest['status'] | null>} As the manifest has it, unchecked. Null if there is no manifest, if its status does
 *   not stand before its entries, where every job writes it, or if what stands there would fill the heap.
 */
export function readStatus(destination, outputFolder) {
  return destination.read(manifestPath(outputFolder), async chunks => {
    let text = '';
    for await (const chunk of chunks) {
      text += chunk.toString('latin1');
      const end = text.indexOf(ENTRIES);
      if (end !== -1) return statusIn(text.slice(0, end));
      if (text.length > MAX_LENGTH) return null;
    }
    return null;
  });
}

/** @param {string} head Of a manifest, up to its entries. */
function statusIn(head) {
  const json = `${head}${ENTRIES}]}`;
  if (isTooLargeToParse(json)) return null;
  try {
    return JSON.parse(json).status ?? null;
  } catch {
    return null;
  }
}

/** The head has a few hundred characters, and the ids of superseded versions. */
const MAX_LENGTH = 1024 * 1024;
