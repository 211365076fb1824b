import pg from 'pg';
import { to } from 'pg-copy-streams';
import QueryStream from 'pg-query-stream';
import postgres from 'postgres';

/** @import { Readable } from 'node:stream' */
/** @import { ArmId } from './arms.js' */

/**
 * Takes lines of JSON, as a stream of Node does.
 *
 * @typedef {object} Sink
 * @property {(lines: string | Buffer) => boolean} write Returns false where the writer should wait.
 * @property {() => Promise<void>} drained
 *
 * @typedef {{ read: (rows: number, sink: Sink) => Promise<void>, end: () => Promise<void> }} Reader
 */

/**
 * Connects, so that reading does not include it.
 *
 * @param {ArmId} arm
 * @param {string} url
 * @returns {Promise<Reader>}
 */
export async function openReader(arm, url) {
  return READERS[arm] === undefined ? openPg(arm, url) : openPostgres(arm, url);
}

/**
 * @param {ArmId} arm
 * @param {string} url
 * @returns {Promise<Reader>}
 */
async function openPostgres(arm, url) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`SELECT 1`;
  return { read: (rows, sink) => READERS[arm](sql, rows, sink), end: () => sql.end({ timeout: 1 }) };
}

/** @type {Record<string, (sql: postgres.Sql, rows: number, sink: Sink) => Promise<void>>} */
const READERS = {
  async buffered(sql, rows, sink) {
    for (const row of await sql`SELECT * FROM people WHERE id <= ${rows} ORDER BY id`) await send(sink, lineOf(row));
  },
  async 'for-each'(sql, rows, sink) {
    await sql`SELECT * FROM people WHERE id <= ${rows} ORDER BY id`.forEach(row => {
      sink.write(lineOf(row));
    });
  },
  async cursor(sql, rows, sink) {
    const query = sql`SELECT * FROM people WHERE id <= ${rows} ORDER BY id`;
    for await (const some of query.cursor(500)) await send(sink, some.map(lineOf).join(''));
  },
  async 'copy-postgres'(sql, rows, sink) {
    const readable = await sql.unsafe(copyText(rows)).readable();
    for await (const chunk of readable) await send(sink, chunk);
  },
};

/**
 * @param {ArmId} arm
 * @param {string} url
 * @returns {Promise<Reader>}
 */
async function openPg(arm, url) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  /** @type {Reader['read']} */
  const read = async (rows, sink) => {
    if (arm === 'copy-pg') {
      for await (const chunk of /** @type {Readable} */ (client.query(to(copyText(rows))))) await send(sink, chunk);
      return;
    }
    const highWaterMark = HIGH_WATER_MARKS[arm];
    const query = new QueryStream('SELECT * FROM people WHERE id <= $1 ORDER BY id', [rows], { highWaterMark });
    for await (const row of client.query(query)) await send(sink, lineOf(row));
  };
  return { read, end: () => client.end() };
}

/**
 * @param {Sink} sink
 * @param {string | Buffer} lines
 * @returns {Promise<void> | undefined}
 */
function send(sink, lines) {
  return sink.write(lines) ? undefined : sink.drained();
}

/** @param {object} row */
function lineOf(row) {
  return `${JSON.stringify(row)}\n`;
}

/**
 * As CSV with a quote and a delimiter that JSON cannot hold: the text format would double backslashes.
 *
 * @param {number} rows COPY takes no parameters.
 */
function copyText(rows) {
  const query = `SELECT row_to_json(p) FROM (SELECT * FROM people WHERE id <= ${Number(rows)} ORDER BY id) AS p`;
  return `COPY (${query}) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`;
}

/** @type {Record<string, number>} */
const HIGH_WATER_MARKS = { 'query-stream-100': 100, 'query-stream-500': 500, 'query-stream-all': 5_000_000 };
