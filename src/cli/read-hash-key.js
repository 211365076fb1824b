import { createReadStream } from 'node:fs';
import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { hashKeyIn, requireHashKey } from '../recipe/hash-key.js';

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
  return hashKeyIn(await readFirstLine(path), printable(path));
}

/**
 * @param {string} path
 * @returns {Promise<Buffer>} The first line, and possibly more.
 */
async function readFirstLine(path) {
  /** @type {Buffer[]} */
  const chunks = [];
  let length = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      chunks.push(chunk);
      length += chunk.length;
      if (chunk.includes(LF)) break;
      if (length > MAX_BYTES) throw new Error(`its first line is longer than ${MAX_BYTES} bytes`);
    }
  } catch (error) {
    throw new UsageError(
      'usage/hash-key-unreadable',
      `cannot read the hash key's file ${printable(path)}: ${printable(/** @type {Error} */ (error).message)}`,
      { cause: error },
    );
  }
  return Buffer.concat(chunks);
}

const LF = 10;
/** More than any key has: HMAC-SHA-256 takes 64 bytes, and first hashes a longer key. */
const MAX_BYTES = 65_536;
