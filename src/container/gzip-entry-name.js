import { plainNameReader } from '../archive/entry-name.js';

/** @import { Recipe } from '../recipe/recipe.js' */

/**
 * What the one entry of a gzip file is called.
 *
 * @param {Uint8Array | null} stored FNAME, from the file's header. Like gzip, only its last part is taken.
 * @param {string} uri The file's address, for one that stores no name: its last part without `.gz`.
 * @param {Recipe['entryNames']} entryNames
 * @returns {string}
 */
export function gzipEntryName(stored, uri, entryNames) {
  if (stored !== null && stored.length > 0) {
    const bytes = Buffer.from(stored);
    const { name, fault } = plainNameReader(entryNames)(bytes);
    // RFC 1952, section 2.3.1: Latin-1. Most programs store the name as it is, in UTF-8.
    return lastPart(fault === null ? name : bytes.toString('latin1'));
  }
  return lastPart(uri)
    .replace(/(?<=.)\.gz$/i, '')
    .replace(/(?<=.)\.tgz$/i, '.tar');
}

/** @param {string} path */
function lastPart(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}
