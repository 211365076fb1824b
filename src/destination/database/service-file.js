import { readFileSync } from 'node:fs';
import { UsageError } from '../../errors.js';
import { printable } from '../../printable.js';
import { NO_ADDRESS, readParameters } from './address.js';

/** @import { Address } from './address.js' */

/**
 * Finds a service in libpq's service files (PostgreSQL's documentation, "The Connection Service File"): the user's, then the system's.
 *
 * @param {string} name
 * @param {Record<string, string | undefined>} env
 * @returns {Address}
 * @throws {UsageError} `usage/database`. No message contains a password.
 */
export function readService(name, { PGSERVICEFILE, PGSYSCONFDIR, HOME }) {
  const own = PGSERVICEFILE || (HOME && `${HOME}/.pg_service.conf`);
  const system = PGSYSCONFDIR && `${PGSYSCONFDIR}/pg_service.conf`;
  for (const path of [own, system]) {
    const lines = path ? linesOf(path) : [];
    const start = lines.indexOf(`[${name}]`);
    if (start !== -1) return addressIn(lines.slice(start + 1), `the service "${printable(name)}"`);
  }
  throw new UsageError(
    'usage/database',
    `the service "${printable(name)}" is not in ${printable(own || 'PGSERVICEFILE')}, nor in the pg_service.conf of PGSYSCONFDIR`,
  );
}

/**
 * @param {string} path
 * @returns {string[]} Without those that say nothing. None if the file cannot be read.
 */
function linesOf(path) {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {}
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}

/**
 * @param {string[]} lines Those behind the service's name.
 * @param {string} where
 * @returns {Address}
 */
function addressIn(lines, where) {
  const next = lines.findIndex(line => line.startsWith('['));
  const parameters = new Map();
  for (const line of next === -1 ? lines : lines.slice(0, next)) {
    const [, key, value] = /^([^=]*)=(.*)$/.exec(line) ?? [null, '', ''];
    // Not the line: it may have a password.
    if (key === '' || key === 'service')
      throw new UsageError('usage/database', `${where} has a line that is not like name=value`);
    // Of two, libpq takes the first.
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return { ...NO_ADDRESS, ...readParameters(parameters, where) };
}
