import assert from 'node:assert/strict';
import pg from 'pg';
import { startLocalPostgres } from '../../scripts/local-postgres/start-local-postgres.js';
import { CHECKERS } from '../../src/columns/column-types.js';
import { randomOf } from '../support/random.js';
import { drawValue } from './draw-values.js';

/** @import { Type } from './draw-values.js' */

export const TYPES = /** @type {Type[]} */ (Object.keys(CHECKERS));

/**
 * Connects to the server that `DATABASE_URL` names, or else to one that is started.
 *
 * @returns {Promise<{ client: pg.Client, close: () => Promise<void> }>} `close` also ends the server.
 */
export async function connectToPostgres() {
  const server = process.env.DATABASE_URL === undefined ? await startLocalPostgres() : null;
  const client = new pg.Client(server?.url ?? process.env.DATABASE_URL);
  await client.connect();
  return {
    client,
    close: async () => {
      await client.end();
      await server?.stop();
    },
  };
}

/**
 * Compares what a type's checker says of drawn values with what Postgres says.
 *
 * @param {pg.Client} client
 * @param {Type} type
 * @param {{ count: number, seed: number }} options
 * @returns {Promise<{ accepted: number, stricter: number }>} How many values were accepted, and how many were not although
 *   Postgres takes them.
 */
export async function compareValues(client, type, { count, seed }) {
  const random = randomOf(seed);
  const { rows } = await client.query('SHOW server_version_num');
  const tellsAll = Number(rows[0].server_version_num) >= 160_000;
  let accepted = 0;
  let stricter = 0;
  for (let batch = 0; batch * BATCH < count; batch++) {
    const values = Array.from({ length: Math.min(BATCH, count - batch * BATCH) }, () => drawValue(type, random));
    const wanted = values.filter(value => value !== '' && fits(type, value));
    const others = values.filter(value => value !== '' && !fits(type, value));
    accepted += wanted.length;
    for (const setting of SETTINGS[batch % SETTINGS.length]) await client.query(`SET ${setting}`);
    await assertTaken(client, type, wanted);
    if (!tellsAll) continue;
    const taken = await client.query('SELECT v FROM unnest($1::text[]) v WHERE pg_input_is_valid(v, $2)', [
      others,
      type,
    ]);
    const surprises = taken.rows.map(({ v }) => v).filter(value => !STRICTER[type].test(value));
    assert.deepEqual(surprises.slice(0, 20), [], `${type}: Postgres takes these`);
    stricter += taken.rowCount ?? 0;
  }
  return { accepted, stricter };
}

/**
 * @param {pg.Client} client
 * @param {Type} type
 * @param {string[]} values
 * @returns {Promise<void>}
 */
async function assertTaken(client, type, values) {
  try {
    await client.query(`SELECT count(v::${type}) FROM unnest($1::text[]) v`, [values]);
  } catch (error) {
    if (values.length === 1)
      assert.fail(`${type}: Postgres refuses ${JSON.stringify(values[0].slice(0, 200))}: ${error}`);
    const half = values.length >> 1;
    await assertTaken(client, type, values.slice(0, half));
    await assertTaken(client, type, values.slice(half));
    throw error;
  }
}

/**
 * @param {Type} type
 * @param {string | Buffer} value
 */
export function fits(type, value) {
  const bytes = Buffer.from(value);
  return CHECKERS[type](bytes, 0, bytes.length);
}

/** What Postgres reads in another way under another setting must not be accepted under any. */
const SETTINGS = [
  ["TimeZone = 'UTC'", "DateStyle = 'ISO, MDY'"],
  ["TimeZone = 'America/New_York'", "DateStyle = 'SQL, DMY'"],
  ["TimeZone = 'Pacific/Kiritimati'", "DateStyle = 'German, YMD'"],
];

const BATCH = 20_000;

/** Postgres 16 and later. */
const NEWER = '_|^\\s*[+-]?0[xob]';
/** C's hexadecimal floating-point numbers and other spellings of NaN; a zero with a long exponent. */
const OF_C = '0x|nan|e[+-]?[0-9]{10}';
const DATE = '[0-9]{4,7}-[0-9]{2}-[0-9]{2}';
const TIME = '[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?';
const ZONE = '(?: ?(?:Z|UTC|[+-][0-9]{2}(?::?[0-9]{2}|:[0-9]{2}:[0-9]{2})?))?';
/** The first year of all; what is rounded to the end of a minute or a day; the days that a zone may lead out of the last year, or into it. */
const EDGES = '4714-|:60\\.|24:00:00\\.|294276-12-31|294277-01-01';

/**
 * What may be refused although Postgres takes it, by the documentation (docs/recipe.md, "Columns").
 *
 * @type {Record<Type, RegExp>}
 */
const STRICTER = {
  boolean: /^$/,
  smallint: new RegExp(NEWER, 'i'),
  integer: new RegExp(NEWER, 'i'),
  bigint: new RegExp(NEWER, 'i'),
  numeric: new RegExp(`${NEWER}|e[+-]?[0-9]{10}`, 'i'),
  // Between the greatest real and what is rounded to infinity, a double is not exact enough.
  real: new RegExp(`${OF_C}|3\\.?402823567797`, 'i'),
  'double precision': new RegExp(OF_C, 'i'),
  date: new RegExp(`${EDGES}|^(?!\\s*${DATE}(?:\\s+BC)?\\s*$)`, 'i'),
  time: new RegExp(`${EDGES}|^(?!\\s*${TIME}\\s*$)`, 'i'),
  timestamp: new RegExp(`${EDGES}|^(?!\\s*${DATE}(?:[T ]${TIME})?(?:\\s+BC)?\\s*$)`, 'i'),
  timestamptz: new RegExp(`${EDGES}|^(?!\\s*${DATE}(?:[T ]${TIME}${ZONE})?(?:\\s+BC)?\\s*$)`, 'i'),
  uuid: /^$/,
  json: /^$/,
  jsonb: /^$/,
};
