import { manifestPath } from '../output-paths.js';
import { ENTRIES } from './manifest-text.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { Manifest } from './manifest.js' */

/**
 * Reads the status of a manifest and leaves out its entries: very many take as long to read, and as much memory, as those of the job.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @returns {Promise<Manifest['status'] | null>} Null if there is none, or its status does not stand before its entries, as in all that
 *   a job writes. It is as the manifest has it: nothing is checked.
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
  try {
    return JSON.parse(`${head}${ENTRIES}]}`).status ?? null;
  } catch {
    return null;
  }
}

/** It is a few hundred characters, and as many as the ids of superseded versions take. */
const MAX_LENGTH = 1024 * 1024;
