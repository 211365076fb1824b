import pg from 'pg';
import { alignTable } from '../../src/cli/text-table.js';
import { printable } from '../../src/printable.js';

/** @import { Screen } from '../command-line/screen.js' */

/**
 * Shows the first rows of each table that was loaded, and what the table of loads says about it.
 *
 * @param {Screen} screen
 * @param {string} url The database's.
 */
export async function showTables(screen, url) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    if ((await client.query("SELECT to_regclass('sluice.loads') AS found")).rows[0].found === null) return;
    const { rows: loads } = await client.query(
      `SELECT table_name, archive, mode, rows::text, left(recipe, 12) || '…' AS recipe, loaded_at::timestamptz(0)::text
         FROM sluice.loads ORDER BY table_name LIMIT $1`,
      [MAX_TABLES],
    );
    for (const load of loads) await showTable(screen, client, load);
  } finally {
    await client.end();
  }
}

/**
 * @param {Screen} screen
 * @param {pg.Client} client
 * @param {Record<string, string>} load
 */
async function showTable(screen, client, load) {
  const [schema, ...name] = load.table_name.split('.');
  const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name.join('.'))}`;
  const { rows, fields } = await client.query({ text: `TABLE ${table} LIMIT ${MAX_ROWS}`, rowMode: 'array' });
  const shown = fields.slice(0, MAX_COLUMNS).map(field => field.name);
  const more = fields.length - shown.length;
  screen.print(`The first rows of ${printable(load.table_name)}${more > 0 ? `, without ${more} more columns` : ''}:\n`);
  show(screen, [shown, ...rows.map(row => shown.map((_, index) => textOf(row[index])))]);
  screen.print('\nIts row in sluice.loads:\n');
  show(screen, Object.entries(load));
  screen.print();
}

/**
 * @param {Screen} screen
 * @param {string[][]} rows
 */
function show(screen, rows) {
  const columns = rows[0].map(() => (rows[0].length > 2 ? { most: MOST } : { most: screen.columns }));
  for (const line of alignTable(rows, columns, screen.columns - 2)) screen.print(`  ${line}`);
}

/** @param {unknown} value */
function textOf(value) {
  if (value === null) return 'NULL';
  return value instanceof Date || typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const MAX_TABLES = 3;
const MAX_ROWS = 5;
const MAX_COLUMNS = 5;
const MOST = 18;
