import { resolve } from 'node:path';
import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { isS3Uri, parseS3Uri } from '../storage/s3-uri.js';
import { readDatabaseConfig } from './database-config.js';

/** @import { DatabaseConfig } from './database-config.js' */

/**
 * The function's settings.
 *
 * @typedef {object} Config
 * @property {string} destination `s3://bucket/prefix`, without a slash at the end.
 * @property {{ bucket: string, prefix: string }} output The parts of `destination`; the prefix is '' for the whole bucket.
 * @property {RecipeSetting} recipe
 * @property {{ arn: string, region: string } | null} hashSecret The secret with the key for a recipe's hashes.
 * @property {{ arn: string, region: string } | null} passwordSecret The secret with the passwords of encrypted archives.
 * @property {DatabaseConfig | null} database Where a recipe's tables are.
 * @property {'keep' | 'delete' | 'tag'} afterwards What to do with an archive once it is complete.
 * @property {{ prefix: string, suffixes: readonly string[] }} trigger Which keys of the input bucket are archives.
 * @property {string | null} expectedBucketOwner A twelve-digit account id.
 * @property {'info' | 'warn' | 'error'} logLevel Which archives are logged in full.
 * @property {number | null} memoryBytes The function's memory; null outside of Lambda.
 */

/**
 * @typedef {{ kind: 'none' } | { kind: 'inline', text: string } | { kind: 's3', uri: string } |
 *   { kind: 'file', path: string }} RecipeSetting
 */

/**
 * Reads the settings from the environment; an empty variable counts as unset. The only reader of `process.env`.
 *
 * @param {Record<string, string | undefined>} [env]
 * @returns {Readonly<Config>}
 * @throws {UsageError} `usage/config`, with the variable, its value and what is allowed; `usage/database`, without its value.
 */
export function readConfig(env = process.env) {
  refuseUnknown(env);
  const output = readDestination(env);
  return Object.freeze({
    destination: `s3://${[output.bucket, output.prefix].filter(Boolean).join('/')}`,
    output,
    recipe: readRecipeSetting(env),
    hashSecret: readSecretArn(env, 'SLUICE_HASH_SECRET'),
    passwordSecret: readSecretArn(env, 'SLUICE_PASSWORD_SECRET'),
    database: readDatabaseConfig(env, readSecretArn(env, 'SLUICE_DATABASE_SECRET')),
    afterwards: readChoice(env, 'SLUICE_SOURCE_AFTERWARDS', AFTERWARDS),
    trigger: Object.freeze({ prefix: env.SLUICE_TRIGGER_PREFIX || '', suffixes: readSuffixes(env) }),
    expectedBucketOwner: readOwner(env),
    logLevel: readChoice(env, 'SLUICE_LOG_LEVEL', LOG_LEVELS),
    memoryBytes: readMemory(env),
  });
}

/** @param {Record<string, string | undefined>} env */
function refuseUnknown(env) {
  const unknown = Object.keys(env).find(name => name.startsWith('SLUICE_') && !VARIABLES.includes(name));
  if (unknown === undefined) return;
  throw new UsageError('usage/config', `unknown variable ${printable(unknown)}; known are ${VARIABLES.join(', ')}`);
}

/** @param {Record<string, string | undefined>} env */
function readDestination(env) {
  const value = env.SLUICE_DESTINATION || '';
  const allowed = 's3://bucket or s3://bucket/prefix, where the outputs go';
  const { bucket, key } = readS3Uri('SLUICE_DESTINATION', value, allowed);
  return Object.freeze({ bucket, prefix: key.replace(/\/+$/, '') });
}

/** @param {Record<string, string | undefined>} env */
function readRecipeSetting(env) {
  const value = env.SLUICE_RECIPE?.trim() ?? '';
  if (value === '') return Object.freeze({ kind: 'none' });
  if (value.startsWith('{')) return Object.freeze({ kind: 'inline', text: value });
  if (!isS3Uri(value)) {
    return Object.freeze({ kind: 'file', path: resolve(env.LAMBDA_TASK_ROOT || '.', value) });
  }
  const allowed = 'the recipe as JSON, s3://bucket/key, or the path of a bundled file';
  if (readS3Uri('SLUICE_RECIPE', value, allowed).key === '') throw invalid('SLUICE_RECIPE', value, allowed);
  return Object.freeze({ kind: 's3', uri: value });
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {string} variable
 */
function readSecretArn(env, variable) {
  const arn = env[variable] || null;
  if (arn === null) return null;
  const [, region] = SECRET_ARN.exec(arn) ?? [];
  if (region !== undefined) return Object.freeze({ arn, region });
  // Not the value: it may be the secret itself.
  throw new UsageError(
    'usage/config',
    `${variable} is not the ARN of a secret in Secrets Manager; allowed: ` +
      'arn:aws:secretsmanager:REGION:ACCOUNT:secret:NAME-SUFFIX, with the six characters at its end',
  );
}

/**
 * @template {string} Choice
 * @param {Record<string, string | undefined>} env
 * @param {string} variable
 * @param {readonly Choice[]} choices The first is the default.
 * @returns {Choice}
 */
function readChoice(env, variable, choices) {
  const value = env[variable] || choices[0];
  const found = choices.find(choice => choice === value);
  if (found !== undefined) return found;
  throw invalid(variable, value, `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`);
}

/** @param {Record<string, string | undefined>} env */
function readSuffixes(env) {
  const value = env.SLUICE_TRIGGER_SUFFIX || '.zip';
  const suffixes = value.split(',').map(suffix => suffix.trim());
  if (!suffixes.includes('')) return Object.freeze(suffixes);
  throw invalid('SLUICE_TRIGGER_SUFFIX', value, 'a suffix, or several with commas between them, such as .zip,.gz,.tar');
}

/** @param {Record<string, string | undefined>} env */
function readOwner(env) {
  const value = env.SLUICE_EXPECTED_BUCKET_OWNER || null;
  if (value === null || /^\d{12}$/.test(value)) return value;
  throw invalid('SLUICE_EXPECTED_BUCKET_OWNER', value, 'an AWS account, twelve digits');
}

/** @param {Record<string, string | undefined>} env */
function readMemory(env) {
  const value = env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE || null;
  if (value === null) return null;
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value) * BYTES_PER_MEBIBYTE;
  throw invalid('AWS_LAMBDA_FUNCTION_MEMORY_SIZE', value, 'a number of MB (Lambda sets it)');
}

/**
 * @param {string} variable
 * @param {string} value
 * @param {string} allowed
 */
function readS3Uri(variable, value, allowed) {
  try {
    return parseS3Uri(value);
  } catch {
    throw invalid(variable, value, allowed);
  }
}

/**
 * @param {string} variable
 * @param {string} value
 * @param {string} allowed
 */
function invalid(variable, value, allowed) {
  const found = value === '' ? 'is not set' : `is "${printable(value)}"`;
  return new UsageError('usage/config', `${variable} ${found}; allowed: ${allowed}`);
}

const VARIABLES = [
  'SLUICE_DESTINATION',
  'SLUICE_RECIPE',
  'SLUICE_HASH_SECRET',
  'SLUICE_PASSWORD_SECRET',
  'SLUICE_DATABASE',
  'SLUICE_DATABASE_SECRET',
  'SLUICE_DATABASE_IAM',
  'SLUICE_SOURCE_AFTERWARDS',
  'SLUICE_TRIGGER_PREFIX',
  'SLUICE_TRIGGER_SUFFIX',
  'SLUICE_EXPECTED_BUCKET_OWNER',
  'SLUICE_LOG_LEVEL',
];
const AFTERWARDS = /** @type {const} */ (['keep', 'delete', 'tag']);
const LOG_LEVELS = /** @type {const} */ (['info', 'warn', 'error']);

/** https://docs.aws.amazon.com/secretsmanager/latest/userguide/reference_iam-permissions.html */
const SECRET_ARN = /^arn:aws[a-z-]*:secretsmanager:([a-z0-9-]+):\d{12}:secret:[\w/+=.@!-]+-[A-Za-z0-9]{6}$/;
const BYTES_PER_MEBIBYTE = 1024 * 1024;
