import { shown } from './shown.js';

/**
 * The keys and indices that lead to a value in a recipe.
 * @typedef {readonly (string | number)[]} Path
 */

/**
 * @param {Path} path
 * @returns {string} `entries[0].csv.rename["E-Mail 2"]`
 */
export function formatPath(path) {
  if (path.length === 0) return 'the recipe';
  return path.map(formatKey).join('').replace(/^\./, '');
}

/** @param {string | number} key */
function formatKey(key) {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$-]*$/u.test(key) ? `.${key}` : `[${shown(key)}]`;
}

/**
 * Reads a JSON Pointer (RFC 6901).
 *
 * @param {string} pointer
 * @param {unknown} root What it points into; only arrays have indices.
 * @returns {Path}
 */
export function pathOf(pointer, root) {
  let value = root;
  return pointer
    .split('/')
    .slice(1)
    .map(part => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const isIndex = Array.isArray(value);
      value = /** @type {Record<string, unknown> | undefined} */ (value)?.[key];
      return isIndex ? Number(key) : key;
    });
}
