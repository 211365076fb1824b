import { lookup } from 'mime-types';

/**
 * Chooses an output's Content-Type by its extension. Only the manifest gets a charset: an archive's files may have any.
 *
 * @param {string} path
 * @returns {string}
 */
export function contentTypeOf(path) {
  if (path.endsWith('_manifest.json')) return 'application/json; charset=utf-8';
  return lookup(path) || 'application/octet-stream';
}
