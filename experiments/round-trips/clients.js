import pg from 'pg';
import postgres from 'postgres';
import { queryText, ROWS } from './ways.js';

/** @import { WayId } from './ways.js' */

/**
 * A client of one connection. Runs in Node, and in `workerd` too.
 *
 * @typedef {object} Client
 * @property {() => Promise<string>} ask Its rows, as lines of JSON.
 * @property {() => Promise<void>} end
 */

/**
 * Opens a connection, or is ready to: `postgres` connects with its first query.
 *
 * @param {WayId} way
 * @param {string} url
 * @param {object | false} tls
 * @returns {Promise<Client>}
 */
export async function openClient(way, url, tls) {
  return way.startsWith('postgres') ? openPostgres(way, url, tls) : openPg(way, url, tls);
}

/**
 * @param {WayId} way
 * @param {string} url
 * @param {object | false} tls
 * @returns {Promise<Client>}
 */
async function openPg(way, url, tls) {
  const client = new pg.Client({ connectionString: url, ssl: tls });
  // What is awaited rejects with the same error.
  client.on('error', () => {});
  await client.connect();
  const text = queryText('$1');
  const ask = async () => {
    if (way === 'pg-copy') return copy(client);
    const { rows } =
      way === 'pg-simple'
        ? await client.query(queryText(String(ROWS)))
        : await client.query({ text, values: [ROWS], ...(way === 'pg-named' && { name: 'rows' }) });
    return toLines(rows);
  };
  return { ask, end: () => client.end() };
}

/** @param {pg.Client} client */
async function copy(client) {
  const { to } = await import('pg-copy-streams');
  const stream = client.query(to(`COPY (SELECT row_to_json(r) FROM (${queryText(String(ROWS))}) AS r) TO STDOUT`));
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

/**
 * @param {WayId} way
 * @param {string} url
 * @param {object | false} tls
 * @returns {Client}
 */
function openPostgres(way, url, tls) {
  const sql = postgres(url, {
    ...{ max: 1, ssl: tls, onnotice: () => {} },
    prepare: way === 'postgres-prepare',
    fetch_types: way === 'postgres-prepare' || way === 'postgres-no-prepare',
  });
  const ask = async () => {
    const query =
      way === 'postgres-simple'
        ? sql.unsafe(queryText(String(ROWS))).simple()
        : sql`SELECT n, 'row ' || n AS name FROM generate_series(1, ${ROWS}::int) AS n`;
    return toLines(await query);
  };
  return { ask, end: () => sql.end({ timeout: 1 }) };
}

/** @param {readonly object[]} rows */
function toLines(rows) {
  return rows.map(row => `${JSON.stringify(row)}\n`).join('');
}
