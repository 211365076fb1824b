import { finished } from 'node:stream/promises';
import { startLocalPostgres } from '../../../scripts/local-postgres/start-local-postgres.js';
import { openDatabase } from '../../../src/destination/database/open.js';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';
import { returnDatabase, takeDatabase } from './kept-databases.js';

export { connected } from './kept-databases.js';

/** @import { TestContext } from 'node:test' */
/** @import { LoadRequest, RowColumn, TableLoad } from '../../../src/destination/database/open.js' */

/**
 * @typedef {object} TestDatabase
 * @property {string} url
 * @property {(sql: string, values?: unknown[]) => Promise<any[]>} query
 */

/**
 * The server that `DATABASE_URL` names, or one of these tests' own.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url`: with a role that may do everything.
 */
export async function startServer() {
  const url = process.env.DATABASE_URL;
  return url ? { url, stop: async () => {} } : startLocalPostgres();
}

/**
 * A database of a test's own, which is empty.
 *
 * @param {TestContext} t
 * @param {string} server Its address, with a role that may create databases.
 * @returns {Promise<TestDatabase>}
 */
export async function freshDatabase(t, server) {
  const database = await takeDatabase(server);
  t.after(() => returnDatabase(server, database));
  return { url: database.url, query: async (sql, values) => (await database.client.query(sql, values)).rows };
}

/**
 * Begins a load.
 *
 * @param {string} url
 * @param {Partial<LoadRequest['table']> & { version?: string, archive?: string, stop?: AbortSignal, end?: AbortSignal }} [request]
 */
export function begin(url, { version = 'v1', archive = 's3://in/x.zip', stop, end, ...table } = {}) {
  return openDatabase(readDatabaseSettings(url, 'it', {})).begin({
    table: { schema: 'public', name: 'people', mode: 'append', key: [], ...table },
    ...{ archive, version, stop: stop ?? new AbortController().signal, end },
  });
}

/** @type {RowColumn[]} */
export const COLUMNS = [
  { name: 'id', type: 'integer', nullAs: 'unquoted', isKey: false },
  { name: 'name', type: 'text', nullAs: 'unquoted', isKey: false },
];

/**
 * Sends an entry's rows.
 *
 * @param {TableLoad} load
 * @param {string | Buffer[]} rows
 * @param {RowColumn[]} [columns]
 */
export async function send(load, rows, columns = COLUMNS) {
  return (await sendRows(load, rows, columns)).repeatedKeys();
}

/**
 * The same, with the output as a result.
 *
 * @param {TableLoad} load
 * @param {string | Buffer[]} rows
 * @param {RowColumn[]} [columns]
 */
export async function sendRows(load, rows, columns = COLUMNS) {
  const output = load.openOutput();
  output.setColumns(columns, ',');
  for (const chunk of typeof rows === 'string' ? [Buffer.from(rows)] : rows) {
    if (!output.writable.write(chunk)) await new Promise(resolve => output.writable.once('drain', () => resolve(null)));
  }
  output.writable.end();
  await finished(output.writable);
  return output;
}

/**
 * @param {TableLoad} load
 * @param {{ recipe?: string, sequencer?: string | null, entries?: object[], claim?: () => Promise<void> }} [record]
 */
export function commit(load, { recipe = 'r', sequencer = null, entries = [], claim = async () => {} } = {}) {
  return load.commit({ recipe, sequencer, entries: JSON.stringify(entries) }, claim);
}

/**
 * The whole load of one entry.
 *
 * @param {string} url
 * @param {string} rows
 * @param {Parameters<typeof begin>[1] & { columns?: RowColumn[], record?: Parameters<typeof commit>[1] }} [how]
 */
export async function load(url, rows, { columns, record, ...request } = {}) {
  const begun = await begin(url, request);
  try {
    await send(begun, rows, columns);
    await commit(begun, record);
  } finally {
    await begun.rollback();
  }
}
