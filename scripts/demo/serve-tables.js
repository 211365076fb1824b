import pg from 'pg';
import { readDatabaseSettings } from '../../src/destination/database/settings.js';
import { printable } from '../../src/printable.js';
import { startServer } from '../../src/serve/serve.js';

/** @import { Screen } from '../command-line/screen.js' */

/**
 * Serves the tables that were loaded, with some requests to try, until it is stopped.
 *
 * @param {Screen} screen
 * @param {string} url The database's.
 * @param {AbortSignal} stop
 */
export async function serveTables(screen, url, stop) {
  const table = await openToReaders(url);
  if (table === null) return;
  const server = await startServer({
    ...{ database: readDatabaseSettings(url, 'the demo', {}), schema: table.schema, anonymousRole: READER },
    ...{ secret: null, jwks: null, audience: null, host: '127.0.0.1', port: 0, poolSize: 4, maxStreams: 3 },
    ...{ statementTimeoutMs: 30_000, stallTimeoutMs: 30_000, maxStreamMs: 3_600_000 },
  });
  try {
    const at = `${server.url}/${encodeURIComponent(table.name)}`;
    const columns = table.columns.map(name => encodeURIComponent(/^\w+$/.test(name) ? name : JSON.stringify(name)));
    const first = `${at}?select=${columns.join(',')}&limit=2`;
    screen.print();
    screen.fact('service', `${server.url}, until Ctrl-C; requests to try from another terminal:`);
    screen.print();
    screen.print(`  curl '${first}'`);
    screen.print(`  curl -H 'Accept: text/csv' '${at}' | wc -l`);
    screen.print(`  curl -I -H 'Prefer: count=exact' '${at}?${columns[0]}=not.is.null'`);
    screen.print('\nThe first one gives:\n');
    for (const line of (await (await fetch(first)).text()).split('\n')) screen.print(`  ${printable(line)}`);
    if (!stop.aborted) await new Promise(resolve => stop.addEventListener('abort', resolve));
  } finally {
    await server.close();
  }
}

/**
 * Lets a role read the tables, and nothing else.
 *
 * @param {string} url
 * @returns {Promise<{ schema: string, name: string, columns: string[] } | null>} The first of them, with some of its columns.
 */
async function openToReaders(url) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    if ((await client.query("SELECT to_regclass('sluice.loads') AS found")).rows[0].found === null) return null;
    await client.query(`CREATE ROLE ${READER}`);
    const { rows } = await client.query(TABLES);
    for (const { schema, name } of rows) {
      const quoted = pg.escapeIdentifier(schema);
      await client.query(`GRANT USAGE ON SCHEMA ${quoted} TO ${READER}`);
      await client.query(`GRANT SELECT ON ${quoted}.${pg.escapeIdentifier(name)} TO ${READER}`);
    }
    return rows[0] ?? null;
  } finally {
    await client.end();
  }
}

const READER = 'demo_reader';
const TABLES = `SELECT schema, name, (
    SELECT json_agg(attname) FROM (SELECT attname FROM pg_attribute
      WHERE attrelid = format('%I.%I', schema, name)::regclass AND attnum > 0 ORDER BY attnum LIMIT 3) AS few) AS columns
  FROM (SELECT DISTINCT split_part(table_name, '.', 1) AS schema, substr(table_name, strpos(table_name, '.') + 1) AS name
          FROM sluice.loads) AS loads ORDER BY schema, name`;
