import { lookup } from 'mime-types';
import { REASONS_FOLDER } from '../../output-paths.js';
import { MANIFEST_NAME } from '../../reserved-names.js';

/**
 * Chooses an output's Content-Type by its extension. Only the manifest and reasons get a charset: an archive's files may
 * have any.
 *
 * @param {string} path
 * @returns {string}
 */
export function contentTypeOf(path) {
  if (path.endsWith(MANIFEST_NAME)) return 'application/json; charset=utf-8';
  if (path.startsWith(`${REASONS_FOLDER}/`)) return 'application/x-ndjson; charset=utf-8';
  return lookup(path) || 'application/octet-stream';
}
