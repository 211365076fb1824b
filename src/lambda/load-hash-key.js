import { RecipeError } from '../errors.js';
import { hashKeyIn, requireHashKey } from '../recipe/hash-key.js';
import { readSecret } from './read-secret.js';

/** @import { Config } from './config.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { SecretsFactory } from './read-secret.js' */

/**
 * Reads the key for a recipe's hashes from Secrets Manager: the first line of the secret, be it text or bytes.
 *
 * @param {Pick<Config, 'hashSecret'>} config
 * @param {Recipe} recipe
 * @param {SecretsFactory} secrets
 * @param {AbortSignal} [signal] The deadline's.
 * @returns {Promise<Buffer | null>} Null if the recipe hashes nothing; then nothing is read.
 * @throws {RecipeError | StorageError} `recipe/missing-secret`, `storage/…`. No error contains any of the secret.
 */
export async function loadHashKey({ hashSecret }, recipe, secrets, signal) {
  if (hashSecret === null) requireHashKey(recipe, null);
  if (hashSecret === null || !recipe.needsHashKey) return null;
  const secret = await readSecret(hashSecret, 'SLUICE_HASH_SECRET', secrets, signal);
  if (typeof secret === 'string' && secret.trimStart().startsWith('{')) throw keyAndValue(hashSecret.arn);
  return hashKeyIn(Buffer.from(secret), `the secret ${hashSecret.arn}`);
}

/**
 * The console stores pairs of keys and values as a JSON object, unless it is told to store plaintext. The first line of that
 * may be just a brace.
 *
 * @param {string} arn
 */
function keyAndValue(arn) {
  return new RecipeError(
    'recipe/missing-secret',
    `the secret ${arn} begins with "{", as pairs of keys and values do; store the key itself, as plaintext`,
  );
}
