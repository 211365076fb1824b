import { parseRead } from './read/parse-read.js';
import { ServeError, toServeError } from './serve-error.js';

/** @import { Catalog } from './catalog/load-catalog.js' */
/** @import { Read } from './read/parse-read.js' */
/** @import { Asked, ServiceParts } from './service.js' */

/**
 * Parses what is asked for, and answers it; again by a newer catalog where a name is not known: to the catalog, because it is newer, or
 * to the database, because it is gone.
 *
 * @template Result
 * @param {Asked} asked
 * @param {string} path
 * @param {string} search
 * @param {{ catalog: ServiceParts['catalog'], answer: (read: Read) => Promise<Result> }} how
 * @returns {Promise<Result>}
 * @throws {ServeError}
 */
export async function parseAsked(asked, path, search, { catalog, answer }) {
  const request = { method: asked.method, path: segmentsOf(path), search, headers: asked.headers };
  const known = await current(catalog);
  /** @type {Read | null} */
  let read = null;
  try {
    read = parseRead(request, known);
    return await answer(read);
  } catch (error) {
    if (!(error instanceof ServeError) || !error.isUnknownName) throw error;
    const newer = await catalog.reload();
    if (newer === known) throw error;
    const again = parseRead(request, newer);
    // What is missing is not in the catalog: a function of a view may look for it. The same query would fail again.
    if (again.key === read?.key) throw error;
    return answer(again);
  }
}

/**
 * @param {ServiceParts['catalog']} catalog
 * @returns {Promise<Catalog>}
 */
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
