import { userInfo } from 'node:os';
import { UsageError } from '../../errors.js';
import { printable } from '../../printable.js';
import { readAddress } from './address.js';
import { readService } from './service-file.js';

/** @import { Address } from './address.js' */

/**
 * How to connect to a database.
 *
 * @typedef {object} DatabaseSettings
 * @property {string} host A name, an address, or the folder of a Unix socket.
 * @property {number} port
 * @property {string} user
 * @property {string} database
 * @property {string | null} password null: the password file may have it.
 * @property {string | null} passwordFile
 * @property {Login} [login] Where role and password come from instead.
 * @property {'none' | 'verified' | 'unverified'} tls
 * @property {string | null} rootCertificate The file with the certificates that the server's is verified with; null: Node's;
 *   `system`: this machine's.
 * @property {string | null} moreCertificates A file with certificates to trust beside Node's, if it is there.
 * @property {string} applicationName
 * @property {string} uri The database's address, without credentials.
 *
 * A role and a password that change.
 *
 * @typedef {object} Login
 * @property {() => Promise<{ user: string, password: string }>} current For the next connection.
 * @property {() => Promise<boolean>} renew Looks for others where the server refuses the current ones; false: there are none.
 */

/**
 * Reads a database's address, and its missing parts from libpq's service file and environment.
 *
 * TLS is verified for every host but this machine, unless `sslmode` is `disable` or `no-verify`.
 *
 * @param {string} url `postgres://user@host:port/database`; each part may be missing.
 * @param {string} where Where it comes from, for messages.
 * @param {Record<string, string | undefined>} env
 * @returns {DatabaseSettings}
 * @throws {UsageError} `usage/database`. No message contains a password.
 */
export function readDatabaseSettings(url, where, env) {
  return databaseSettings(readAddress(url, where), env);
}

/**
 * @param {Address} address
 * @param {Record<string, string | undefined>} env
 * @returns {DatabaseSettings}
 * @throws {UsageError} `usage/database`. No message contains a password.
 */
export function databaseSettings(address, env) {
  const given = withService(address, env);
  const host = oneHost(given.host || env.PGHOST || 'localhost');
  const port = readPort(given.port || env.PGPORT || '5432');
  const user = given.user || env.PGUSER || userInfo().username;
  const database = given.database || env.PGDATABASE || user;
  const home = env.HOME || null;
  const rootCertificate = given.sslrootcert || env.PGSSLROOTCERT || null;
  return {
    host,
    port,
    user,
    database,
    password: given.password || env.PGPASSWORD || null,
    passwordFile: env.PGPASSFILE || (home && `${home}/.pgpass`),
    // Postgres has no TLS on a Unix socket, for which libpq ignores these settings.
    tls: host.startsWith('/') ? 'none' : readTls(given.sslmode || env.PGSSLMODE || '', host, rootCertificate),
    rootCertificate,
    moreCertificates: null,
    applicationName: given.application_name || env.PGAPPNAME || 'sluice',
    uri: `postgres://${encodeURIComponent(host)}${port === 5432 ? '' : `:${port}`}/${encodeURIComponent(database)}`,
  };
}

/**
 * An address goes before its service, and that before the environment.
 *
 * @param {Address} address
 * @param {Record<string, string | undefined>} env
 * @returns {Address}
 */
function withService(address, env) {
  const name = address.service || env.PGSERVICE;
  if (!name) return address;
  const given = Object.entries(address).filter(([, value]) => value !== '');
  return { ...readService(name, env), ...Object.fromEntries(given) };
}

/** @param {string} host */
function oneHost(host) {
  if (!host.includes(',')) return host;
  throw new UsageError('usage/database', `the database has several hosts, "${printable(host)}"; name one of them`);
}

/** @param {string} port */
function readPort(port) {
  const number = Number(port);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  throw new UsageError(
    'usage/database',
    `the database's port is "${printable(port)}"; it has to be a number up to 65535`,
  );
}

/**
 * @param {string} mode libpq's `sslmode`.
 * @param {string} host
 * @param {string | null} rootCertificate
 * @returns {DatabaseSettings['tls']}
 */
function readTls(mode, host, rootCertificate) {
  // As libpq: anybody may have a certificate of these authorities.
  if (rootCertificate === 'system' && ['', 'verify-full'].includes(mode)) return 'verified';
  if (rootCertificate === 'system') {
    throw new UsageError(
      'usage/database',
      `the database's sslrootcert is "system", which goes with sslmode=verify-full, and not with "${printable(mode)}"`,
    );
  }
  switch (mode) {
    case 'disable':
      return 'none';
    case 'no-verify':
      return 'unverified';
    case 'require':
    case 'verify-ca':
    case 'verify-full':
      return 'verified';
    case '':
    case 'allow':
    case 'prefer':
      return isThisMachine(host) ? 'none' : 'verified';
    default:
      throw new UsageError(
        'usage/database',
        `the database's sslmode is "${printable(mode)}"; it can be disable, no-verify, require, verify-ca or verify-full`,
      );
  }
}

/** @param {string} host */
function isThisMachine(host) {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}
