import { once } from 'node:events';
import { Transform } from 'node:stream';
import QueryStream from 'pg-query-stream';

/** @import { ServerResponse } from 'node:http' */
/** @import pg from 'pg' */
/** @import { ContestantId, Wanted } from './contestants.js' */

/** Writes the rows as lines of JSON. @typedef {(pool: pg.Pool, wanted: Wanted, response: ServerResponse) => Promise<void>} Way */

/** @type {Readonly<Record<Exclude<ContestantId, 'serve'>, Way>>} */
export const WAYS = Object.freeze({
  offset: sendOffsetPages,
  keyset: sendKeysetPages,
  'query-stream': (pool, wanted, response) => pipeQueryStream(pool, wanted, response, {}),
  'whole-stream': (pool, wanted, response) => pipeQueryStream(pool, wanted, response, { highWaterMark: 5_000_000 }),
  cursor: sendCursor,
});

/** @type {Way} */
async function sendOffsetPages(pool, { view, rows, page }, response) {
  for (let offset = 0; offset < rows; offset += page) {
    const limit = Math.min(page, rows - offset);
    const result = await pool.query(`SELECT * FROM ${view} ORDER BY id LIMIT $1 OFFSET $2`, [limit, offset]);
    await send(response, toLines(result.rows));
  }
  response.end();
}

/** @type {Way} */
async function sendKeysetPages(pool, { view, rows, page }, response) {
  let last = 0;
  for (let sent = 0; sent < rows; sent += page) {
    const limit = Math.min(page, rows - sent);
    const result = await pool.query(`SELECT * FROM ${view} WHERE id > $1 ORDER BY id LIMIT $2`, [last, limit]);
    await send(response, toLines(result.rows));
    last = result.rows.at(-1)?.id;
  }
  response.end();
}

/**
 * As it is often written.
 *
 * @param {pg.Pool} pool
 * @param {Wanted} wanted
 * @param {ServerResponse} response
 * @param {{ highWaterMark?: number }} options
 */
async function pipeQueryStream(pool, { view, rows }, response, options) {
  const client = await pool.connect();
  const stream = client.query(new QueryStream(`SELECT * FROM ${view} ORDER BY id LIMIT $1`, [rows], options));
  stream.once('end', () => client.release());
  const toJson = new Transform({
    writableObjectMode: true,
    transform: (row, _, done) => done(null, `${JSON.stringify(row)}\n`),
  });
  stream.pipe(toJson).pipe(response);
}

/** @type {Way} */
async function sendCursor(pool, { view, rows }, response) {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; DECLARE report CURSOR FOR SELECT * FROM ${view} ORDER BY id LIMIT ${rows}`);
    for (;;) {
      const { rows: fetched } = await client.query(`FETCH ${FETCHED} FROM report`);
      if (fetched.length === 0) break;
      await send(response, toLines(fetched));
    }
    response.end();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/**
 * Waits until the client has taken most of what it was sent.
 *
 * @param {ServerResponse} response
 * @param {string} text
 * @throws {Error} The client has gone away.
 */
async function send(response, text) {
  if (response.destroyed) throw new Error('the client has gone away');
  if (response.write(text)) return;
  const waited = new AbortController();
  try {
    await Promise.race(['drain', 'close'].map(event => once(response, event, { signal: waited.signal })));
  } finally {
    waited.abort();
  }
  if (response.destroyed) throw new Error('the client has gone away');
}

/** @param {object[]} rows */
function toLines(rows) {
  return rows.map(row => `${JSON.stringify(row)}\n`).join('');
}

const FETCHED = 1000;
