import { UsageError } from '../../errors.js';

/**
 * Refuses a job without the database that its recipe needs.
 *
 * @param {{ needsDatabase: boolean }} recipe
 * @param {unknown} database
 * @throws {UsageError} `usage/no-database`
 */
export function requireDatabase({ needsDatabase }, database) {
  if (!needsDatabase || database) return;
  throw new UsageError(
    'usage/no-database',
    'the recipe has a table, and there is no database; name it with --database postgres://user@host/database, or with ' +
      'SLUICE_DATABASE (in the function, with that or SLUICE_DATABASE_SECRET)',
  );
}
