import { NO_ADDRESS, readAddress } from '../destination/database/address.js';
import { databaseSettings } from '../destination/database/settings.js';
import { UsageError } from '../errors.js';

/** @import { Address } from '../destination/database/address.js' */

/**
 * Reads the login of a database from a secret: its address, or the JSON object that RDS and Secrets Manager store.
 *
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/reference_secret_json_structure.html
 *
 * @param {string} text
 * @param {string} arn
 * @returns {Address} With a role and a password.
 * @throws {UsageError} `usage/database-secret`. No message contains any of the secret.
 */
export function addressInSecret(text, arn) {
  const address = text.trimStart().startsWith('{') ? inObject(parseObject(text, arn), arn) : inUrl(text.trim(), arn);
  if (!address.user || !address.password) throw wrongSecret(arn, 'has no role, or no password');
  try {
    databaseSettings(address, {});
  } catch {
    throw wrongSecret(arn, 'has a port or an sslmode that is none');
  }
  return address;
}

/**
 * @param {string} url
 * @param {string} arn
 */
function inUrl(url, arn) {
  try {
    return readAddress(url, 'the secret');
  } catch {
    throw wrongSecret(
      arn,
      'is neither an address such as postgres://role:password@host:5432/database nor a JSON object',
    );
  }
}

/**
 * @param {Record<string, unknown>} object
 * @param {string} arn
 * @returns {Address}
 */
function inObject({ engine, host, port, username, password, dbname }, arn) {
  if (engine !== undefined && !String(engine).includes('postgres'))
    throw wrongSecret(arn, 'has an engine that is not Postgres');
  const texts = [host ?? '', username ?? '', password ?? '', dbname ?? ''];
  if (!texts.every(value => typeof value === 'string')) {
    throw wrongSecret(arn, 'is a JSON object whose host, username, password or dbname is not a string');
  }
  const [hostText, user, passwordText, database] = /** @type {string[]} */ (texts);
  return { ...NO_ADDRESS, host: hostText, port: String(port ?? ''), user, password: passwordText, database };
}

/**
 * @param {string} text
 * @param {string} arn
 * @returns {Record<string, unknown>}
 */
function parseObject(text, arn) {
  try {
    return JSON.parse(text);
  } catch {
    // The parser quotes what it cannot parse, which is the secret.
    throw wrongSecret(arn, 'begins with "{", but is no JSON object');
  }
}

/**
 * @param {string} arn
 * @param {string} problem
 */
export function wrongSecret(arn, problem) {
  return new UsageError('usage/database-secret', `the secret ${arn} ${problem}`);
}
