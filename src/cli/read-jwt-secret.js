import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { firstLine } from '../recipe/hash-key.js';
import { readFirstLine } from './read-first-line.js';

/**
 * Reads the secret that tokens are signed with, from a file or, without one, from the environment: the first line, without its
 * line end. The variable is then removed, so that no process that this one starts inherits it.
 *
 * @param {string | undefined} path May be a pipe.
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<Buffer | null>} Null if there is neither.
 * @throws {UsageError} `usage/jwt-secret`. No message contains any of the secret.
 */
export async function readJwtSecret(path, env = process.env) {
  const fromEnvironment = env[VARIABLE] || undefined;
  delete env[VARIABLE];
  if (path === undefined && fromEnvironment === undefined) return null;
  const bytes = path === undefined ? Buffer.from(String(fromEnvironment)) : await readFirstLine(path, FILE);
  const where = path === undefined ? VARIABLE : printable(path);
  const secret = firstLine(bytes);
  if (secret === null) throw wrong(`the first line of ${where} is empty; it has to be the secret`);
  // Anybody who has the public key could sign a token with it as the secret.
  if (PUBLIC.test(secret.toString('latin1'))) {
    throw wrong(`${where} has a key and not a secret; give the address of a key set with --jwks`);
  }
  if (secret.length < MIN_BYTES) {
    throw wrong(
      `the secret in ${where} has ${secret.length} bytes, which can be guessed; it has to have ${MIN_BYTES} or more ` +
        '(openssl rand -hex 32 makes one)',
    );
  }
  return secret;
}

/** @param {string} problem */
function wrong(problem) {
  return new UsageError(FILE.code, problem);
}

const VARIABLE = 'SLUICE_JWT_SECRET';
const FILE = { code: 'usage/jwt-secret', what: 'the file that --jwt-secret-file names' };
/** As many as HMAC-SHA-256 gives (RFC 7518, section 3.2). */
const MIN_BYTES = 32;
const PUBLIC = /^\s*(?:-----BEGIN|ssh-|\{\s*")/;
