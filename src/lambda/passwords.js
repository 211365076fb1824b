import { ArchivePassword } from '../archive/password.js';
import { UsageError } from '../errors.js';
import { compileGlob } from '../recipe/glob.js';
import { firstLine } from '../recipe/hash-key.js';
import { readSecret } from './read-secret.js';

/** @import { Config } from './config.js' */
/** @import { SecretsFactory } from './read-secret.js' */

/**
 * The passwords of encrypted archives, from Secrets Manager. The secret is one password, or a JSON object from a glob over the
 * archive's key to a password, of which the first that matches counts. It is read once, and again when a password fails or there
 * is none for an encrypted archive.
 */
export class Passwords {
  #secret;
  #secrets;
  /** @type {Promise<Find> | null} */
  #find = null;

  /**
   * @param {Pick<Config, 'passwordSecret'>} config
   * @param {SecretsFactory} secrets
   */
  constructor({ passwordSecret }, secrets) {
    this.#secret = passwordSecret;
    this.#secrets = secrets;
  }

  /**
   * @param {string} key
   * @param {AbortSignal} [signal] The deadline's.
   * @returns {Promise<ArchivePassword | null>} Null if there is no secret.
   * @throws {UsageError | StorageError} `usage/password-secret`, `storage/…`. No error contains any of the secret.
   */
  async forArchive(key, signal) {
    if (this.#secret === null) return null;
    this.#find ??= this.#read(signal);
    return new ArchivePassword(await this.#found(key), () => this.#readAgain(key, signal));
  }

  /**
   * @param {string} key
   * @param {AbortSignal} [signal]
   */
  async #readAgain(key, signal) {
    this.#find = this.#read(signal);
    return this.#found(key);
  }

  /** @param {string} key */
  async #found(key) {
    try {
      return (await /** @type {Promise<Find>} */ (this.#find))(key);
    } catch (error) {
      // The next archive tries again.
      this.#find = null;
      throw error;
    }
  }

  /** @param {AbortSignal} [signal] */
  async #read(signal) {
    const secret = /** @type {NonNullable<Config['passwordSecret']>} */ (this.#secret);
    return passwordsIn(
      Buffer.from(await readSecret(secret, 'SLUICE_PASSWORD_SECRET', this.#secrets, signal)),
      secret.arn,
    );
  }
}

/** @typedef {(key: string) => Buffer | null} Find */

/**
 * @param {Buffer} bytes
 * @param {string} arn
 * @returns {Find}
 * @throws {UsageError} `usage/password-secret`
 */
function passwordsIn(bytes, arn) {
  const text = bytes.toString();
  if (!text.trimStart().startsWith('{')) {
    const password = firstLine(bytes);
    if (password === null) throw wrongSecret(arn, 'has an empty first line; it has to be the password');
    return () => password;
  }
  const choices = Object.entries(parseObject(text, arn)).map(([glob, password]) => {
    if (typeof password !== 'string' || password === '') {
      throw wrongSecret(arn, 'is a JSON object, but not all of its values are passwords, which are strings');
    }
    return { matches: compile(glob, arn), password: Buffer.from(password) };
  });
  return key => choices.find(({ matches }) => matches(key))?.password ?? null;
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
    throw wrongSecret(arn, 'begins with "{", but is no JSON object from globs to passwords');
  }
}

/**
 * @param {string} glob
 * @param {string} arn
 */
function compile(glob, arn) {
  try {
    return compileGlob(glob, 'a key');
  } catch {
    // Somebody may have put the password into the wrong place.
    throw wrongSecret(arn, 'is a JSON object, but not all of its keys are globs');
  }
}

/**
 * @param {string} arn
 * @param {string} problem
 */
function wrongSecret(arn, problem) {
  return new UsageError('usage/password-secret', `the secret ${arn} ${problem}`);
}
