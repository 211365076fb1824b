import { devNull } from 'node:os';
import { ACCOUNT } from '../../local-s3/bucket-operations.js';

/** @import { LocalS3 } from '../../local-s3/server.js' */
/** @import { LocalSecrets } from './local-secrets.js' */

/**
 * The environment that Lambda and `template.yaml` set, with the addresses of the local S3 and Secrets Manager.
 *
 * @param {Pick<LocalS3, 'endpoint' | 'credentials'>} server
 * @param {string | undefined} recipePath
 * @param {LocalSecrets | null} [secrets] With the key for the recipe's hashes.
 * @param {string} [database] The address of the recipe's tables.
 * @returns {Record<string, string>}
 */
export function functionEnvironment({ endpoint, credentials }, recipePath, secrets = null, database = undefined) {
  return {
    // As in template.yaml.
    MALLOC_ARENA_MAX: '1',
    AWS_LAMBDA_FUNCTION_NAME: 'sluice',
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_S3: endpoint,
    // Keeps this user's AWS configuration away from the function.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    SLUICE_DESTINATION: `s3://${OUTPUT_BUCKET}`,
    SLUICE_EXPECTED_BUCKET_OWNER: ACCOUNT,
    ...(recipePath !== undefined && { SLUICE_RECIPE: recipePath }),
    ...(database !== undefined && { SLUICE_DATABASE: database }),
    ...(secrets !== null && {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
      SLUICE_HASH_SECRET: secrets.arn,
    }),
  };
}

export const INPUT_BUCKET = 'sluice-in';
export const OUTPUT_BUCKET = 'sluice-out';
export const REGION = 'us-east-1';

/** The default in `template.yaml`. */
export const MEMORY_MEGABYTES = 256;
export const TIMEOUT_MS = 900_000;
