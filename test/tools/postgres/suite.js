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
  'test/csv/write/copy-format.test.js',
  'test/destination/database/!(*.long).test.js',
  'test/serve/catalog/*.test.js',
  'test/serve/sql/!(injection).test.js',
];

/** Those of the database's tests that ask what a version of PostgreSQL may answer differently, on another version. */
export const postgres = { files: FILES, atOnce: 2, limitMs: 600_000, start };
