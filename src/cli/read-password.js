import { ArchivePassword } from '../archive/password.js';
import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { firstLine } from '../recipe/hash-key.js';
import { readFirstLine } from './read-first-line.js';

/**
 * Reads the password for encrypted entries from a file or, without one, from the environment: the first line, without its line
 * end. The variable is then removed, so that no process that this one starts inherits it.
 *
 * @param {string | undefined} path May be a pipe.
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<ArchivePassword | null>} Null if there is neither.
 * @throws {UsageError} `usage/password-unreadable`. No message contains any of the password.
 */
export async function readPassword(path, env = process.env) {
  const fromEnvironment = env[VARIABLE] || undefined;
  delete env[VARIABLE];
  if (path === undefined && fromEnvironment === undefined) return null;
  const bytes = path === undefined ? Buffer.from(String(fromEnvironment)) : await readFirstLine(path, FILE);
  const password = firstLine(bytes);
  if (password !== null) return new ArchivePassword(password);
  throw new UsageError(
    FILE.code,
    `the first line of ${path === undefined ? VARIABLE : printable(path)} is empty; it has to be the password`,
  );
}

const VARIABLE = 'SLUICE_ARCHIVE_PASSWORD';
const FILE = { code: 'usage/password-unreadable', what: 'the file that --password-file names' };
