import { findOtherPostgres } from '../../../scripts/local-postgres/find-other-postgres.js';
import { startLocalPostgres } from '../../../scripts/local-postgres/start-local-postgres.js';

/** @import { SuiteEnvironment } from '../../suites.js' */

/**
 * Starts the newest PostgreSQL that is installed beside npm's, unless `DATABASE_URL` names a server.
 *
 * @returns {Promise<SuiteEnvironment>}
 * @throws {Error} Neither exists.
 */
async function start() {
  const given = process.env.DATABASE_URL;
  if (given) return { env: { DATABASE_URL: given }, skip: [], end: async () => {} };
  const programs = await findOtherPostgres();
  if (programs === null) throw new Error('no other PostgreSQL is installed; DATABASE_URL=postgres://… names a server');
  const server = await startLocalPostgres({ programs });
  return { env: { DATABASE_URL: server.url }, skip: [], end: server.stop };
}

const FILES = [
  'test/behaviour/tables.test.js',
  'test/columns/postgres.test.js',
  'test/csv/copy-format.test.js',
  'test/destination/database/*.test.js',
  'test/lambda/database-access.test.js',
  'test/serve/**/!(*.long).test.js',
];

/** The database's tests, on another version of PostgreSQL. */
export const postgres = { files: FILES, atOnce: 2, limitMs: 600_000, start };
