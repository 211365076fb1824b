import pg from 'pg';
import { startLocalPostgres } from '../../scripts/local-postgres/start-local-postgres.js';
import { ExperimentError } from '../experiment-error.js';
import { createClosers } from '../harness/closers.js';
import { makeCells } from './cells.js';
import { schemaOf } from './schema.js';

/** @import { Context, Stage } from '../harness/shape.js' */

/**
 * Starts a PostgreSQL with desks and items.
 *
 * @param {Context} context
 * @returns {Promise<Stage>}
 */
export async function prepare({ options, note }) {
  const { rows, items, desks, sleep: sleepMs } = options;
  if (rows > items) {
    throw new ExperimentError('experiment/cannot-run', `--rows ${rows} is more than there are (--items ${items})`);
  }
  const closers = createClosers();
  try {
    const server = await startLocalPostgres({ settings: SETTINGS });
    closers.add(server.stop);
    const client = new pg.Client(server.url);
    await client.connect();
    note(`filling a table with ${items} items`);
    for (const statement of schemaOf({ desks, items, sleepMs })) await client.query(statement);
    const { rows: versions } = await client.query("SELECT current_setting('server_version') AS version");
    await client.end();
    return {
      cells: makeCells(server.url, options),
      versions: { PostgreSQL: versions[0].version },
      close: closers.close,
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** So that nothing happens in the background. */
const SETTINGS = { autovacuum: 'off', max_wal_size: '16GB', checkpoint_timeout: '1h' };
