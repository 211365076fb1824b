import { readFile, stat } from 'node:fs/promises';

/** @import { DatabaseSettings } from './settings.js' */

/**
 * Finds a password in libpq's password file (PostgreSQL's documentation, "The Password File"). As with libpq, a file that
 * others may read does not count, and neither does one that is missing.
 *
 * @param {Pick<DatabaseSettings, 'passwordFile' | 'host' | 'port' | 'user' | 'database'>} settings
 * @returns {Promise<string | null>}
 */
export async function passwordFromFile({ passwordFile, host, port, user, database }) {
  if (passwordFile === null) return null;
  const found = await stat(passwordFile).catch(() => null);
  if (!found?.isFile() || (process.platform !== 'win32' && (found.mode & 0o077) !== 0)) return null;
  const text = await readFile(passwordFile, 'utf8').catch(() => '');
  // libpq looks for "localhost" where it connects by a socket.
  const sought = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const fields = line.match(FIELD)?.map(field => field.replace(/^:/, '').replace(/\\(.)/g, '$1')) ?? [];
    if (fields.length < 5 || !sought.every((value, index) => fields[index] === '*' || fields[index] === value))
      continue;
    return fields[4] || null;
  }
  return null;
}

/** A field, behind its colon if it is not the first. A backslash escapes a colon or a backslash. */
const FIELD = /(?:^|:)(?:\\.|[^:\\])*/g;
