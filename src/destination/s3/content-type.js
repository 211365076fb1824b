import { lookup } from 'mime-types';

/**
 * The Content-Type of an output, by its extension. A charset is named only where the bytes are known to be in it: those
 * of an archive's files are not.
 *
 * @param {string} path
 * @returns {string}
 */
export function contentTypeOf(path) {
  if (path.endsWith('_manifest.json')) return 'application/json; charset=utf-8';
  return lookup(path) || 'application/octet-stream';
}
