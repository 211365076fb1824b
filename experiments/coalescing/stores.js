import pg from 'pg';
import { POOL_SIZE } from './contestants.js';
import { openRedis } from './redis-client.js';

/** @import { Read } from './sharing.js' */

/** Reads the rows of a key as JSON, by the store's kind. @type {Readonly<Record<string, (url: string) => Read>>} */
export const STORES = Object.freeze({ postgres: readPostgres, redis: readRedis });

/**
 * @param {string} url
 * @returns {Read}
 */
function readPostgres(url) {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  // Of idle connections, in an outage.
  pool.on('error', () => {});
  const text = 'SELECT id, country, name, people FROM cities WHERE country = $1 ORDER BY id';
  return async key => JSON.stringify((await pool.query({ text, values: [key] })).rows);
}

/**
 * @param {string} url
 * @returns {Read}
 */
function readRedis(url) {
  const redis = openRedis(url);
  return async key => (await redis.ask('GET', `cities:${key}`)) ?? '[]';
}
