import { destinationStore } from '../../src/checkpoint/store.js';
import { openDatabase } from '../../src/destination/database/open.js';
import { readDatabaseSettings } from '../../src/destination/database/settings.js';
import { memoryDestination } from '../support/memory-destination.js';
import { takeTurn } from './turns.js';

/** @import { TestDatabase } from '../destination/database/fixture.js' */
/** @import { Turned } from './turns.js' */

/**
 * A job with tables, from memory to memory and a database.
 *
 * @param {TestDatabase} database
 * @param {Pick<Turned, 'zip' | 'recipe'> & { destination?: ReturnType<typeof memoryDestination> }} job
 */
export function beginTableJob({ url }, job) {
  const destination = job.destination ?? memoryDestination();
  const store = destinationStore(destination, 'x');
  /** @param {Partial<Turned>} [how] */
  const turn = how =>
    takeTurn({
      ...{ destination, store, chunkBytes: 2_000, database: openDatabase(readDatabaseSettings(url, 'it', {})) },
      ...job,
      ...how,
    });
  return {
    destination,
    store,
    turn,
    /** Takes turns until the job is done. @param {Partial<Turned>} [how] */
    async finish(how) {
      for (let turns = 1; ; turns++) {
        const { manifest, error } = await turn(how);
        if (manifest !== null) return { manifest, turns };
        if (error.code !== 'job/stopped' || turns > 500) throw error;
      }
    },
  };
}

/**
 * What is in the tables, in no order, and what `sluice.loads` says of them.
 *
 * @param {TestDatabase} database
 */
export async function contentOf({ query }) {
  const rows = await query('SELECT * FROM people AS p ORDER BY p::text');
  const loads = await query(
    'SELECT version, table_name, recipe, sequencer, mode, rows::int, entries FROM sluice.loads ORDER BY 1, 2',
  );
  return { rows, loads };
}

/** @param {TestDatabase} database */
export async function stagingIn({ query }) {
  const found = await query(
    "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('sluice') AND relname LIKE 'staging%'",
  );
  return found.map(({ relname }) => relname);
}
