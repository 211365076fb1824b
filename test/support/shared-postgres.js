import { startLocalPostgres } from '../../scripts/local-postgres/start-local-postgres.js';

/** @import { SuiteEnvironment } from '../suites.js' */

/**
 * Starts a PostgreSQL for all files of a suite, each of whose tests has a database of its own. To create a server takes half a second of
 * CPU time.
 *
 * @param {{ isWhole: boolean }} how
 * @returns {Promise<SuiteEnvironment>} Without one, if some files are named, or if `DATABASE_URL` names a server.
 */
export async function sharePostgres({ isWhole }) {
  if (!isWhole || process.env.DATABASE_URL) return { env: {}, skip: [], end: async () => {} };
  // Several files connect at once, some through a pooler.
  const server = await startLocalPostgres({ settings: { max_connections: '300' } });
  return { env: { DATABASE_URL: server.url, DATABASE_ENDS: 'with the suite' }, skip: [], end: server.stop };
}
