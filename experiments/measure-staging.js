import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runScript } from '../scripts/command-line/command.js';
import { startLocalPostgres } from '../scripts/local-postgres/start-local-postgres.js';
import { openDatabase } from '../src/destination/database/open.js';
import { readDatabaseSettings } from '../src/destination/database/settings.js';

/** @import { Database, RowColumn, RowOutput } from '../src/destination/database/open.js' */

const HELP = `Usage: npm run measure:staging -- [ROWS]

Loads as many rows (default: 3000000) into tables of a PostgreSQL of its own: straight into the table, and by way of a staging table, as a
job of several turns does. Prints the seconds that each step takes, and the rows that can be published within 14 minutes of an
invocation's 15.`;

/** @type {RowColumn[]} */
const COLUMNS = /** @type {const} */ ([
  ['id', 'bigint'],
  ['name', 'text'],
  ['mail', 'text'],
  ['signed_up', 'date'],
  ['amount', 'numeric'],
]).map(([name, type]) => ({ name, type, nullAs: 'empty', isKey: name === 'id' }));
const BLOCK_ROWS = 2_000;
const PUBLISH_S = 14 * 60;
/** Durable, as a real server is. */
const SETTINGS = { fsync: 'on', full_page_writes: 'on', max_wal_size: '8GB' };

await runScript(main, { help: HELP, exitCodeWhenStopped: 130 });

async function main() {
  const rows = Number(process.argv[2] ?? 3_000_000);
  const server = await startLocalPostgres({ settings: SETTINGS });
  try {
    const database = openDatabase(readDatabaseSettings(server.url, 'it', {}));
    const cells = [];
    for (const mode of /** @type {const} */ (['append', 'replace', 'merge'])) {
      // With a primary key, and for "replace" and "merge" with as many rows as come.
      const name = `people_${mode}`;
      const request = { table: { schema: 'public', name, mode, key: ['id'] }, archive: mode };
      for (const way of ['directly', 'staged']) {
        await load(
          database,
          { ...request, table: { ...request.table, name: `${name}_${way}`, mode: 'merge' } },
          'setup',
          mode === 'append' ? 1 : rows,
        );
        const table = { ...request.table, name: `${name}_${way}` };
        const timed = await (way === 'directly' ? load : stage)(database, { ...request, table }, way, rows);
        cells.push({ mode, way, ...timed });
        console.log(lineOf(cells[cells.length - 1], rows));
      }
    }
  } finally {
    await server.stop();
  }
  return 0;
}

/** @typedef {{ table: { schema: string, name: string, mode: 'append' | 'replace' | 'merge', key: string[] }, archive: string }} Request */

/** @param {Database} database @param {Request} request @param {string} version @param {number} rows */
async function load(database, request, version, rows) {
  const start = performance.now();
  const begun = await database.begin({ ...request, version, stop: new AbortController().signal });
  await send(begun.openOutput(), rows, request.table.mode === 'append' ? 10 : 0);
  await begun.commit({ recipe: '', sequencer: null, entries: '[]' }, async () => {});
  return { collectS: (performance.now() - start) / 1000, publishS: 0 };
}

/** @param {Database} database @param {Request} request @param {string} version @param {number} rows */
async function stage(database, request, version, rows) {
  const start = performance.now();
  const whole = { ...request, version, stop: new AbortController().signal };
  const turn = await database.stage({ ...whole, staged: null });
  await send(turn.openOutput(), rows, request.table.mode === 'append' ? 10 : 0);
  await turn.keep();
  const staged = await turn.finish();
  await turn.rollback();
  const middle = performance.now();
  const publishing = await database.publish({ ...whole, staged });
  await publishing.commit({ recipe: '', sequencer: null, entries: '[]' }, async () => {});
  return { collectS: (middle - start) / 1000, publishS: (performance.now() - middle) / 1000 };
}

/** @param {RowOutput} output @param {number} rows @param {number} from */
async function send(output, rows, from) {
  output.setColumns(COLUMNS, ',');
  await pipeline(Readable.from(blocks(rows, from)), output.writable);
}

/** @param {number} rows @param {number} from The first id. */
function* blocks(rows, from) {
  for (let done = 0; done < rows; done += BLOCK_ROWS) {
    const block = Array.from({ length: Math.min(BLOCK_ROWS, rows - done) }, (_, at) => {
      const id = from + done + at;
      return `${id},Ada Lovelace ${id},ada.${id}@example.com,2024-02-29,${id % 1000}.50\n`;
    });
    yield Buffer.from(block.join(''));
  }
}

/** @param {{ mode: string, way: string, collectS: number, publishS: number }} cell @param {number} rows */
function lineOf({ mode, way, collectS, publishS }, rows) {
  const seconds = `${collectS.toFixed(1)} s`;
  if (publishS === 0) return `${mode} directly: ${seconds}`;
  const most = Math.round(((rows / publishS) * PUBLISH_S) / 1e6);
  return `${mode} ${way}: ${seconds} to collect, ${publishS.toFixed(1)} s to publish; about ${most} million rows in 14 minutes`;
}
