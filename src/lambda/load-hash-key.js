import { RecipeError, StorageError } from '../errors.js';
import { printable } from '../printable.js';
import { hashKeyIn, requireHashKey } from '../recipe/hash-key.js';
import { httpStatus, toStorageError } from '../storage/storage-error.js';

/** @import { Config } from './config.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { SecretsManagerClient, SecretsManagerClientConfig } from '@aws-sdk/client-secrets-manager' */

/**
 * Reads the key for a recipe's hashes from Secrets Manager: the first line of the secret, be it text or bytes.
 *
 * @param {Pick<Config, 'hashSecret'>} config
 * @param {Recipe} recipe
 * @param {(region: string) => Promise<SecretsManagerClient>} secrets
 * @returns {Promise<Buffer | null>} Null if the recipe hashes nothing; then nothing is read.
 * @throws {RecipeError | StorageError} `recipe/missing-secret`, `storage/…`. No error contains any of the secret.
 */
export async function loadHashKey({ hashSecret }, recipe, secrets) {
  if (hashSecret === null) requireHashKey(recipe, null);
  if (hashSecret === null || !recipe.needsHashKey) return null;
  const { arn, region } = hashSecret;
  try {
    const client = await secrets(region);
    const { GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
    const { SecretString, SecretBinary } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (SecretString?.trimStart().startsWith('{')) throw keyAndValue(arn);
    const bytes = SecretString === undefined ? Buffer.from(SecretBinary ?? []) : Buffer.from(SecretString);
    return hashKeyIn(bytes, `the secret ${arn}`);
  } catch (error) {
    throw error instanceof RecipeError ? error : secretError(error, arn);
  }
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

/**
 * Makes the client for `loadHashKey`. The SDK is loaded with it: most functions hash nothing.
 *
 * @param {SecretsManagerClientConfig} [settings] Override ours.
 * @returns {(region: string) => Promise<SecretsManagerClient>}
 */
export function secretsClientFactory(settings) {
  return async region => {
    const { SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
    return new SecretsManagerClient({ ...SETTINGS, region, ...settings });
  };
}

/**
 * @param {unknown} error
 * @param {string} arn
 * @returns {Error} Retryable: somebody may remove the cause before the platform gives up.
 */
function secretError(error, arn) {
  const { name = '', message = '' } = Object(error);
  const status = httpStatus(error);
  // The parser quotes what it cannot parse, which is the secret.
  if (status === 200 || (status === 0 && error instanceof SyntaxError)) {
    return new StorageError(
      'storage/unavailable',
      `cannot read the secret ${arn}: the answer is damaged; try again later`,
    );
  }
  const found =
    DIAGNOSES.find(({ names }) => names.includes(name)) ?? DIAGNOSES.find(({ statuses }) => statuses?.includes(status));
  if (found === undefined) return toStorageError(error, `read the secret ${arn}`);
  const reason = `${found.reason} (${printable(`${name}: ${message}`)})`;
  return new StorageError(found.code, `cannot read the secret ${arn}: ${reason}`, { cause: error });
}

/**
 * Our code and the reason for each known error; most come with status 400. If no name matches, the status decides.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/CommonErrors.html
 */
const DIAGNOSES = [
  {
    code: 'storage/access-denied',
    names: ['AccessDeniedException'],
    statuses: [403],
    reason: 'allow secretsmanager:GetSecretValue on it, and kms:Decrypt on its key if that is one of yours',
  },
  {
    code: 'storage/access-denied',
    names: ['DecryptionFailure'],
    reason: 'allow kms:Decrypt on its key, and check that the key is enabled',
  },
  {
    code: 'storage/not-found',
    names: ['ResourceNotFoundException'],
    reason: 'there is no such secret, or it has no value; check SLUICE_HASH_SECRET',
  },
  {
    code: 'storage/not-found',
    names: ['InvalidRequestException'],
    reason: 'it cannot be read now; if it is about to be deleted, restore it',
  },
  {
    code: 'storage/no-credentials',
    names: ['UnrecognizedClientException', 'ExpiredTokenException', 'InvalidSignatureException'],
    reason: 'the AWS credentials are refused; check them, and the clock',
  },
  {
    code: 'storage/unavailable',
    names: ['ThrottlingException', 'TooManyRequestsException', 'InternalServiceError', 'InternalFailure'],
    statuses: [429, 500, 502, 503, 504],
    reason: 'Secrets Manager is overloaded or out of order; try again later',
  },
];

/** @type {SecretsManagerClientConfig} */
const SETTINGS = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};
