import { hasPassword } from '../destination/database/address.js';
import { openDatabase } from '../destination/database/open.js';
import { requireDatabase } from '../destination/database/require-database.js';
import { readDatabaseSettings } from '../destination/database/settings.js';
import { UsageError } from '../errors.js';

/** @import { Database } from '../destination/database/open.js' */
/** @import { DatabaseSettings } from '../destination/database/settings.js' */
/** @import { Recipe } from '../recipe/recipe.js' */

/**
 * Opens the database of a recipe's tables. For a recipe without a table, the address is not used.
 *
 * @param {string | undefined} url The argument.
 * @param {Recipe} recipe
 * @param {{ dryRun?: boolean, env?: Record<string, string | undefined> }} [options]
 * @returns {Database | null}
 * @throws {UsageError} `usage/no-database`, `usage/database`. No message contains a password.
 */
export function readDatabase(url, recipe, { dryRun = false, env = process.env } = {}) {
  const fromEnvironment = takeVariable(env);
  refusePassword(url);
  if (!recipe.needsDatabase) return null;
  requireDatabase(recipe, url ?? fromEnvironment);
  return openDatabase(readSettings(url, fromEnvironment, env), { dryRun });
}

/**
 * Reads how to connect to the database that is served.
 *
 * @param {string | undefined} url The argument.
 * @param {Record<string, string | undefined>} [env]
 * @returns {DatabaseSettings}
 * @throws {UsageError} `usage/no-database`, `usage/database`. No message contains a password.
 */
export function readServedDatabase(url, env = process.env) {
  const fromEnvironment = takeVariable(env);
  refusePassword(url);
  if (url === undefined && fromEnvironment === undefined) {
    throw new UsageError(
      'usage/no-database',
      'there is no database to serve; name it with --database postgres://user@host/database, or with SLUICE_DATABASE',
    );
  }
  return readSettings(url, fromEnvironment, env);
}

/**
 * The variable may have a password. It is removed in any case, so that no process that this one starts inherits it.
 *
 * @param {Record<string, string | undefined>} env
 */
function takeVariable(env) {
  const value = env[VARIABLE] || undefined;
  delete env[VARIABLE];
  return value;
}

/** @param {string | undefined} url The argument. */
function refusePassword(url) {
  if (url === undefined || !hasPassword(url)) return;
  throw new UsageError(
    'usage/database',
    '--database has a password, which everybody on this machine can read; leave it out, and give it in PGPASSWORD or in a ' +
      'password file (PGPASSFILE, ~/.pgpass), or give the whole address in SLUICE_DATABASE',
  );
}

/**
 * @param {string | undefined} url The argument.
 * @param {string | undefined} fromEnvironment
 * @param {Record<string, string | undefined>} env
 */
function readSettings(url, fromEnvironment, env) {
  return readDatabaseSettings(String(url ?? fromEnvironment), url === undefined ? VARIABLE : '--database', env);
}

const VARIABLE = 'SLUICE_DATABASE';
