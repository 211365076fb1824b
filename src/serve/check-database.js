import { connect } from '../destination/database/connect.js';
import { toDatabaseError } from '../destination/database/database-error.js';
import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { isRole } from './access/is-role.js';

/** @import { DatabaseSettings } from '../destination/database/settings.js' */
/** @import { Connection } from '../destination/database/connect.js' */

/**
 * Finds out at the start what would otherwise fail every request.
 *
 * @param {DatabaseSettings} settings
 * @param {{ schema: string, anonymousRole: string | null }} served
 * @returns {Promise<string[]>} What may be a mistake.
 * @throws {SluiceError} `usage/schema`, `usage/role`, `database/…`
 */
export async function checkDatabase(settings, { schema, anonymousRole }) {
  const connection = await connect(settings);
  try {
    const [found] = await connection.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
    if (found === undefined) {
      const problem = `the database has no schema "${printable(schema)}"; name the one with the tables by --schema NAME`;
      throw new UsageError('usage/schema', problem);
    }
    return anonymousRole === null ? [] : await checkRole(connection, anonymousRole);
  } catch (error) {
    throw toDatabaseError(error, `ask ${settings.uri} for its schema`);
  } finally {
    await connection.close();
  }
}

/**
 * @param {Connection} connection
 * @param {string} role
 */
async function checkRole(connection, role) {
  const named = `the anonymous role "${printable(role)}"`;
  if (!isRole(role)) throw new UsageError('usage/role', `${named} cannot be the name of a role`);
  const [found] = await connection.query(
    'SELECT rolsuper OR rolbypassrls AS "isFree", current_user AS login FROM pg_roles WHERE rolname = $1',
    [role],
  );
  if (found === undefined)
    throw new UsageError('usage/role', `${named} does not exist; create it, or name another one`);
  try {
    await connection.query('BEGIN READ ONLY');
    await connection.query("SELECT set_config('role', $1, true)", [role]);
    await connection.query('ROLLBACK');
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== '42501') throw error;
    const login = printable(found.login);
    throw new UsageError(
      'usage/role',
      `the role "${login}" may not become ${named}; GRANT "${role}" TO "${login}" allows it`,
    );
  }
  if (!found.isFree) return [];
  return [`${named} is not held by row-level security, or is a superuser: without a token everything can be read`];
}
