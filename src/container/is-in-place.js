import { STORED } from '../archive/entry.js';

/** @import { Entry } from '../archive/entry.js' */

/**
 * @param {Entry} entry
 * @returns {boolean} Whether its bytes are in the archive as they are.
 */
export function isInPlace({ method, encryption }) {
  return method === STORED && encryption === null;
}
