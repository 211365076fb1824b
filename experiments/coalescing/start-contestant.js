import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sluiceServe, startChildServer } from '../network/start-child-server.js';
import { POOL_SIZE, pathOf } from './contestants.js';

/** @import { ContestantId, StoreId } from './contestants.js' */

/**
 * What a cell's program is told.
 *
 * @typedef {object} Asked
 * @property {ContestantId} contestant
 * @property {StoreId} store
 * @property {string} url The store's.
 * @property {number} pid The store's first process.
 * @property {number} connections
 * @property {number} seconds
 * @property {'same' | 'distinct'} keys What the connections ask for.
 */

/**
 * Starts a contestant in front of a store.
 *
 * @param {Pick<Asked, 'contestant' | 'store' | 'url'>} asked
 */
export async function startContestant({ contestant, store, url }) {
  const server =
    contestant === 'serve'
      ? await startChildServer(...sluiceServe(url, ['--pool-size', String(POOL_SIZE)]))
      : await startChildServer([
          fileURLToPath(new URL('server.js', import.meta.url)),
          JSON.stringify({ contestant, store, url }),
        ]);
  return {
    ...server,

    /** @param {number} key */
    async ask(key) {
      const response = await fetch(`${server.url}${pathOf(key)}`);
      return { status: response.status, text: await response.text() };
    },

    /** How many requests have arrived. */
    async arrived() {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^sluice_http_requests_total (\d+)/m.exec(text)?.[1]);
    },
  };
}

/**
 * @param {string} text JSON, with white space wherever a contestant has some.
 * @returns {string} Of what it says.
 */
export function digestOf(text) {
  return createHash('sha256')
    .update(JSON.stringify(JSON.parse(text)))
    .digest('hex');
}
