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
  return { env: { DATABASE_URL: server.url, DATABASE_ENDS: 'with the suite' }, skip: [], end: server.stop };
}

const FILES = [
  'test/behaviour/tables.test.js',
  'test/columns/postgres.test.js',
  'test/csv/write/copy-format.test.js',
  // The others in this folder try our own addresses, waits and broken connections, which are the same with any server.
  'test/destination/database/{counted-rows,empty-table,entry-columns,is-at-work,load,loads-table,name-columns,staging,tls}.test.js',
  'test/serve/catalog/load-catalog.test.js',
  'test/serve/sql/!(injection).test.js',
];

/** Those of the database's tests that ask what a version of PostgreSQL may answer differently, on another version. */
export const postgres = { files: FILES, atOnce: 2, together: 6, limitMs: 600_000, start };
