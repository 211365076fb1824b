import { printable } from '../printable.js';
import { hashKeyIn, requireHashKey } from '../recipe/hash-key.js';
import { readFirstLine } from './read-first-line.js';

/** @import { Recipe } from '../recipe/recipe.js' */

/**
 * Reads the key for a recipe's hashes. For a recipe that hashes nothing, the file is not opened.
 *
 * @param {string | undefined} path May be a pipe.
 * @param {Recipe} recipe
 * @returns {Promise<Buffer | null>}
 * @throws {UsageError | import('../errors.js').RecipeError} `usage/hash-key-unreadable`, `recipe/missing-secret`. No message
 *   contains any of the file's bytes.
 */
export async function readHashKey(path, recipe) {
  if (path === undefined) requireHashKey(recipe, null);
  if (path === undefined || !recipe.needsHashKey) return null;
  return hashKeyIn(await readFirstLine(path, FILE), printable(path));
}

const FILE = { code: 'usage/hash-key-unreadable', what: 'the file that --hash-key-file names' };
