import { parseRead } from './read/parse-read.js';
import { ServeError, toServeError } from './serve-error.js';

/** @import { Read } from './read/parse-read.js' */
/** @import { Asked, ServiceParts } from './service.js' */

/**
 * Parses what is asked for, by the newest catalog if an older one does not know a name.
 *
 * @param {Asked} asked
 * @param {string} path
 * @param {string} search
 * @param {ServiceParts['catalog']} catalog
 * @returns {Promise<Read>}
 * @throws {ServeError}
 */
export async function parseAsked(asked, path, search, catalog) {
  const request = { method: asked.method, path: segmentsOf(path), search, headers: asked.headers };
  try {
    return parseRead(request, await current(catalog));
  } catch (error) {
    // It may have been created since the catalog was read.
    if (!(error instanceof ServeError) || !error.isUnknownName) throw error;
    return parseRead(request, await catalog.reload());
  }
}

/** @param {ServiceParts['catalog']} catalog */
async function current(catalog) {
  try {
    return await catalog.current();
  } catch (error) {
    throw toServeError(error);
  }
}

/** @param {string} path */
function segmentsOf(path) {
  try {
    const text = path.startsWith('/') ? path.slice(1) : path;
    return text.includes('%') ? text.split('/').map(decodeURIComponent) : text.split('/');
  } catch {
    throw new ServeError(400, 'PGRST125', 'the path is not percent-encoded UTF-8');
  }
}
