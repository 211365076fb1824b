import pg from 'pg';
import { printSeen } from '../harness/print-seen.js';
import { PAGE, READERS } from './readers.js';

/** @import { ReaderId } from './readers.js' */

// The program of a cell: reads a small table bit by bit while another session changes rows that were read first.

const ROWS = 20_000;
const CHANGED = 100;
/** Lets several processes scan a small table, as they do a large one. */
const PARALLEL = `SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
  SET max_parallel_workers_per_gather = 2`;

/** @type {{ reader: ReaderId, url: string }} */
const { reader, url } = JSON.parse(process.argv[2]);
const [client, other] = await Promise.all([connect(), connect()]);
try {
  const figures = {
    ...(await look('update', `UPDATE moving SET note = 'changed' WHERE id <= ${CHANGED}`)),
    ...(await look('delete', `DELETE FROM moving WHERE id <= ${CHANGED}`)),
  };
  await client.query(PARALLEL);
  printSeen({ figures: { ...figures, ...(await look('parallel', 'SELECT')), rows: ROWS, changed: CHANGED } });
} finally {
  await Promise.all([client.end(), other.end()]);
}

async function connect() {
  const connection = new pg.Client(url);
  await connection.connect();
  return connection;
}

/**
 * @param {string} name
 * @param {string} change Made behind the first rows.
 * @returns {Promise<Record<string, number>>} How many rows came twice, and how many did not come that were there all the time.
 */
async function look(name, change) {
  await other.query(`DROP TABLE IF EXISTS moving;
    CREATE TABLE moving AS SELECT n AS id, 'note ' || n AS note FROM generate_series(1, ${ROWS}) AS n;
    ALTER TABLE moving ADD PRIMARY KEY (id)`);
  await other.query('VACUUM ANALYZE moving');
  /** @type {Map<number, number>} */
  const times = new Map();
  let count = 0;
  for await (const ids of READERS[reader](client)) {
    for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
    count += ids.length;
    if (count === PAGE) await other.query(change);
  }
  const { rows: left } = await other.query('SELECT id FROM moving');
  return {
    [`${name} twice`]: [...times.values()].filter(each => each > 1).length,
    [`${name} missing`]: left.filter(({ id }) => !times.has(id)).length,
  };
}
