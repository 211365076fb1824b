import { StorageError } from '../errors.js';
import { printable } from '../printable.js';
import { diagnose } from '../storage/diagnose.js';
import { httpStatus } from '../storage/http-status.js';
import { toStorageError } from '../storage/storage-error.js';
import { waitFor } from './wait-for.js';

/** @import { SecretsManagerClient, SecretsManagerClientConfig } from '@aws-sdk/client-secrets-manager' */
/** @import { Diagnosis } from '../storage/diagnose.js' */

/**
 * A secret in Secrets Manager.
 *
 * @typedef {{ arn: string, region: string }} Secret
 */

/** @typedef {(region: string) => Promise<SecretsManagerClient>} SecretsFactory */

/**
 * @param {Secret} secret
 * @param {string} variable Where its ARN comes from, for messages.
 * @param {SecretsFactory} secrets
 * @param {AbortSignal} [signal] The deadline's.
 * @returns {Promise<string | Buffer>} The secret: text or bytes, as it was stored.
 * @throws {StorageError | import('../errors.js').StoppedError} `storage/…`. No error contains any of the secret.
 */
export async function readSecret(secret, variable, secrets, signal) {
  return waitFor(`the secret ${secret.arn}`, signal, () => fetchSecret(secret, variable, secrets, signal));
}

/** @type {typeof readSecret} */
async function fetchSecret({ arn, region }, variable, secrets, signal) {
  try {
    const client = await secrets(region);
    const { GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
    const { SecretString, SecretBinary } = await client.send(
      new GetSecretValueCommand({ SecretId: arn }),
      signal ? { abortSignal: signal } : {},
    );
    return SecretString ?? Buffer.from(SecretBinary ?? []);
  } catch (error) {
    throw secretError(error, arn, variable);
  }
}

/**
 * Makes the client for `readSecret`. The SDK is loaded with it: most functions read no secret.
 *
 * @param {SecretsManagerClientConfig} [settings] Override ours.
 * @returns {SecretsFactory}
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
 * @param {string} variable
 * @returns {Error} Retryable: somebody may remove the cause before the platform gives up.
 */
function secretError(error, arn, variable) {
  const { name = '', message = '' } = Object(error);
  const status = httpStatus(error);
  // The parser quotes what it cannot parse, which is the secret.
  if (status === 200 || (status === 0 && error instanceof SyntaxError)) {
    return new StorageError(
      'storage/unavailable',
      `cannot read the secret ${arn}: the answer is damaged; try again later`,
    );
  }
  const found = diagnose(error, DIAGNOSES);
  if (found === null) return toStorageError(error, `read the secret ${arn}`);
  const reason = `${found.reason.replace('VARIABLE', variable)} (${printable(`${name}: ${message}`)})`;
  return new StorageError(found.code, `cannot read the secret ${arn}: ${reason}`, { cause: error });
}

/**
 * Of Secrets Manager; most come with status 400.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/CommonErrors.html
 *
 * @type {Diagnosis[]}
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
    reason: 'there is no such secret, or it has no value; check VARIABLE',
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
