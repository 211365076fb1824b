import { createHmac } from 'node:crypto';
import { RecipeError } from '../errors.js';

/** @import { Recipe } from './recipe.js' */

/**
 * Refuses a job without the key that its recipe needs.
 *
 * @param {Recipe} recipe
 * @param {Buffer | null | undefined} hashKey
 * @throws {RecipeError} `recipe/missing-secret`
 */
export function requireHashKey({ needsHashKey }, hashKey) {
  if (!needsHashKey || hashKey) return;
  throw new RecipeError(
    'recipe/missing-secret',
    'the recipe hashes fields, and there is no key; give it with --hash-key-file FILE (in the function, with ' +
      'SLUICE_HASH_SECRET)',
  );
}

/**
 * Takes the key from a file's or a secret's bytes: the first line, without a byte order mark and its line end (LF or CRLF).
 *
 * @param {Buffer} bytes
 * @param {string} where What they were read from, escaped, for the message.
 * @returns {Buffer}
 * @throws {RecipeError} `recipe/missing-secret` if that line is empty.
 */
export function hashKeyIn(bytes, where) {
  const key = firstLine(bytes);
  if (key !== null) return key;
  throw new RecipeError('recipe/missing-secret', `the first line of ${where} is empty; it has to be the key`);
}

/**
 * @param {Buffer} bytes Of a secret.
 * @returns {Buffer | null} The first line, without a byte order mark and its line end (LF or CRLF); null if it is empty.
 */
export function firstLine(bytes) {
  const start = bytes.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0;
  const lineFeed = bytes.indexOf(LF, start);
  const hasReturn = lineFeed > start && bytes[lineFeed - 1] === CR;
  const end = lineFeed === -1 ? bytes.length : lineFeed - (hasReturn ? 1 : 0);
  return end > start ? Buffer.from(bytes.subarray(start, end)) : null;
}

/**
 * Tells whether a job is resumed with the same key, without revealing the key.
 *
 * @param {Recipe} recipe
 * @param {Buffer | null | undefined} hashKey
 * @returns {string | null} Hexadecimal; null if the recipe needs no key.
 */
export function hashKeyFingerprint({ needsHashKey }, hashKey) {
  if (!needsHashKey || !hashKey) return null;
  return createHmac('sha256', hashKey).update('sluice: which hash key is this?').digest('hex');
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const LF = 10;
const CR = 13;
