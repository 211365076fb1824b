import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { hasCode, RecipeError, StorageError, UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { parseRecipe } from '../recipe/read-recipe.js';
import { compileRecipe } from '../recipe/recipe.js';
import { openSource } from '../source/open-source.js';
import { waitFor } from './wait-for.js';

/** @import { Config } from './config.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * Reads the recipe from the settings themselves, a file beside the code, or S3.
 *
 * @param {Readonly<Pick<Config, 'recipe' | 'expectedBucketOwner'>>} config
 * @param {() => S3Client | Promise<S3Client>} s3
 * @param {AbortSignal} [signal] The deadline's.
 * @returns {Promise<Recipe>} By default, the recipe that copies everything.
 * @throws {RecipeError | UsageError | StorageError} `recipe/…`; `usage/config` for a file that cannot be read; `storage/…`.
 */
export async function loadRecipe({ recipe, expectedBucketOwner }, s3, signal) {
  if (recipe.kind === 'none') return compileRecipe(undefined);
  if (recipe.kind === 'inline') return parseRecipe(recipe.text, 'SLUICE_RECIPE');
  if (recipe.kind === 'file') return parseRecipe(await readBundledFile(recipe.path), recipe.path);
  try {
    const options = { s3, signal, expectedBucketOwner: expectedBucketOwner ?? undefined };
    const text = await waitFor(`the recipe ${printable(recipe.uri)}`, signal, () => readObject(recipe.uri, options));
    return await parseRecipe(text, recipe.uri);
  } catch (error) {
    throw expectedBucketOwner === null ? error : withOwner(error, expectedBucketOwner);
  }
}

/** @param {string} path */
async function readBundledFile(path) {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError('usage/config', `SLUICE_RECIPE names a file that cannot be read: ${printable(reason)}`, {
      cause,
    });
  }
}

/** @param {string} uri @param {NonNullable<Parameters<typeof openSource>[1]>} options */
async function readObject(uri, options) {
  const source = await openSource(uri, options);
  try {
    if (source.bytes > MAX_RECIPE_BYTES) {
      throw new RecipeError(
        'recipe/too-large',
        `${printable(uri)} has ${source.bytes} bytes; a recipe has at most ${MAX_RECIPE_BYTES}`,
      );
    }
    return (await buffer(source.read(0, source.bytes))).toString('utf8');
  } finally {
    await source.close();
  }
}

/**
 * @param {unknown} error
 * @param {string} owner The account that every bucket has to belong to.
 */
function withOwner(error, owner) {
  if (!hasCode(error, 'storage/access-denied')) return error;
  const advice = `put the recipe into a bucket of account ${owner}, or give it as JSON`;
  return new StorageError(error.code, `${error.message}; ${advice}`, { cause: error.cause });
}

const MAX_RECIPE_BYTES = 1024 * 1024;
