import pg from 'pg';
import { poolerVersion, startPooler } from '../../scripts/local-postgres/start-pooler.js';

/** @import { SlowProxy } from '../network/slow-proxy.js' */

/**
 * @typedef {object} Poolers
 * @property {string} url Of one with a single connection to the server, beside the server.
 * @property {(roundTripMs: number) => string} nearUrl Of the same, which reaches the server by the slow network.
 * @property {string} rotatingUrl Of one that gives each transaction another of `ROTATING` connections.
 * @property {string} version
 */

/**
 * Starts PgBouncers in transaction mode.
 *
 * @param {string} server
 * @param {Map<number, SlowProxy>} slow To the server, by the round trip.
 * @param {(close: () => Promise<void>) => void} onStart
 * @returns {Promise<Poolers | null>} null if PgBouncer is not installed.
 */
export async function startPoolers(server, slow, onStart) {
  const version = poolerVersion();
  if (version === null) return null;
  const others = Object.fromEntries(Array.from(slow, ([roundTripMs, { url }]) => [`near${roundTripMs}`, url]));
  const pooler = await startPooler(server, { mode: 'transaction', size: 1, others });
  onStart(pooler.stop);
  const rotating = await startPooler(server, { mode: 'transaction', size: ROTATING });
  onStart(rotating.stop);
  return {
    ...{ url: pooler.url, rotatingUrl: rotating.url, version },
    nearUrl: roundTripMs => {
      const url = new URL(pooler.url);
      url.pathname = `near${roundTripMs}`;
      return url.href;
    },
  };
}

/**
 * Has all connections to the server open, with no statements on them, by as many transactions at once.
 *
 * @param {string} url Of the pooler that rotates.
 */
export async function refreshConnections(url) {
  const clients = Array.from({ length: ROTATING }, () => new pg.Client(url));
  try {
    for (const client of clients) await client.on('error', () => {}).connect();
    for (const client of clients) await client.query('BEGIN; DEALLOCATE ALL');
    for (const client of clients) await client.query('COMMIT');
  } finally {
    for (const client of clients) await client.end();
  }
}

/** Connections to the server. */
const ROTATING = 3;
