import { copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { createClosers } from '../harness/closers.js';
import { startCountServer } from '../network/count-server.js';
import { startSlowProxy } from '../network/slow-proxy.js';
import { startTlsPostgres } from '../network/tls-postgres.js';
import { bundleWorker } from './bundle-worker.js';
import { makeCells } from './cells.js';
import { findWorkerd } from './find-workerd.js';
import { startPoolers } from './poolers.js';
import { roundTripsOf } from './round-trips.js';

/** @import { Context, Stage } from '../harness/shape.js' */
/** @import { SlowProxy } from '../network/slow-proxy.js' */
/** @import { Target } from './measure-way.js' */

/** @typedef {'direct' | 'near' | 'far'} Place Of the pooler: none, beside the client, beside the server. */

/**
 * Starts a PostgreSQL, PgBouncers, and a slow network for each place and round trip.
 *
 * @param {Context} context
 * @returns {Promise<Stage>}
 */
export async function prepare({ options, folder }) {
  const closers = createClosers();
  try {
    const roundTrips = roundTripsOf(options['round-trip']);
    const server = await startTlsPostgres();
    closers.add(server.stop);
    const proxiesTo = async (/** @type {string} */ upstream) => {
      /** @type {Map<number, SlowProxy>} */
      const proxies = new Map();
      for (const roundTripMs of roundTrips) {
        const proxy = await startSlowProxy(upstream, { roundTripMs });
        closers.add(proxy.close);
        proxies.set(roundTripMs, proxy);
      }
      return proxies;
    };
    const [direct, near] = [await proxiesTo(server.url), await proxiesTo(server.url)];
    const poolers = await startPoolers(server.url, near, closers.add);
    /** @type {Record<Place, Map<number, SlowProxy>>} */
    const places = { direct, near, far: poolers === null ? new Map() : await proxiesTo(poolers.url) };
    const rotating = poolers === null ? null : await startSlowProxy(poolers.rotatingUrl);
    if (rotating !== null) closers.add(rotating.close);
    const counters = await startCountServer(countersOf(places));
    closers.add(counters.close);
    /** @type {(place: Place) => Target[]} */
    const targets = place =>
      Array.from(places[place], ([roundTripMs, { url }]) => ({
        roundTripMs,
        url: place === 'near' && poolers !== null ? poolers.nearUrl(roundTripMs) : url,
        counter: `${counters.url}/${place}-${roundTripMs}`,
        isPooled: place !== 'direct',
      }));

    const workerd = findWorkerd();
    // `workerd` reads both relative to its configuration.
    const [bundle, certPath] = ['worker.mjs', 'cert.pem'].map(name => resolve(folder, name));
    if (workerd !== null) await bundleWorker(bundle);
    if (server.certPath !== null) await copyFile(server.certPath, certPath);
    return {
      cells: makeCells({
        ...{ targets, bundle, folder: resolve(folder), workerd: workerd?.program ?? null },
        certPath: server.certPath === null ? null : certPath,
        rotating,
      }),
      versions: {
        PostgreSQL: await serverVersion(server.url),
        ...(poolers !== null && { PgBouncer: poolers.version }),
        ...(workerd !== null && { workerd: workerd.version }),
      },
      close: closers.close,
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/**
 * @param {Record<Place, Map<number, SlowProxy>>} places
 * @returns {Record<string, () => number>}
 */
function countersOf(places) {
  return Object.fromEntries(
    Object.entries(places).flatMap(([place, proxies]) =>
      Array.from(proxies, ([roundTripMs, proxy]) => [`${place}-${roundTripMs}`, () => proxy.counts().flights]),
    ),
  );
}

/** @param {string} url */
async function serverVersion(url) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("SELECT current_setting('server_version') AS version");
  await client.end();
  return rows[0].version;
}
