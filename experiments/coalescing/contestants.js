/**
 * A way to answer the same read for many callers.
 *
 * @typedef {'each' | 'map' | 'ours' | 'serve'} ContestantId
 * @typedef {'postgres' | 'redis'} StoreId
 *
 * @typedef {object} Contestant
 * @property {ContestantId} id
 * @property {string} label
 * @property {string} does
 * @property {readonly StoreId[]} stores
 */

/** @type {readonly Contestant[]} */
export const CONTESTANTS = Object.freeze([
  {
    ...{ id: 'each', label: 'a query each', stores: ['postgres', 'redis'] },
    does: 'asks the store for every request: pg with a pool of 10, or Redis over one connection with many commands under way.',
  },
  {
    ...{ id: 'map', label: 'the article’s map', stores: ['postgres', 'redis'] },
    does: 'keeps the promise of each query under way in a map, gives it to all who ask for the same key, and deletes it behind await: so not if the query fails.',
  },
  {
    ...{ id: 'ours', label: 'Sluice’s coalescer', stores: ['postgres', 'redis'] },
    does: 'the module that sluice serve shares queries with (src/serve/coalesce.js), in the same server.',
  },
  {
    ...{ id: 'serve', label: 'sluice serve', stores: ['postgres'] },
    does: 'the whole command, as a user starts it: HTTP by Fastify, PostgREST’s grammar, roles, rows by COPY, a pool of 10.',
  },
]);

/** @type {Readonly<Record<StoreId, string>>} */
export const STORE_NAMES = Object.freeze({ postgres: 'Postgres', redis: 'Redis' });

/** How many rows each read returns. */
export const ROWS = 5;

/** Of connections to Postgres, as in the article. */
export const POOL_SIZE = 10;

/** @param {number} key */
export const pathOf = key => `/cities?country=eq.${key}&order=id`;
