import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDatabaseSettings } from '../../src/destination/database/settings.js';
import { startServer } from '../../src/serve/serve.js';
import { freshDatabase } from '../destination/database/fixture.js';

/** @import { Socket } from 'node:net' */
/** @import { TestContext } from 'node:test' */
/** @import { ServeOptions } from '../../src/serve/serve.js' */

/**
 * A view for answers that must still be under way when the test ends them. Any length that is not endless may fit into the sockets'
 * buffers, which the kernel lets grow to tens of megabytes, so that the query ends although nobody reads.
 */
export const ENDLESS = "CREATE VIEW endless AS SELECT generate_series(1, 1000000000) AS id, repeat('x', 1000) AS text;";

/**
 * A service for a database of the test's own, which both go with the test.
 *
 * @param {TestContext} t
 * @param {string} server The database server's address.
 * @param {string} ddl
 * @param {Partial<ServeOptions> & { through?: (url: string) => string | Promise<string> }} [options] `through`: gives the address
 *   that the service is told instead of the database's.
 */
export async function startService(t, server, ddl, { through, ...options } = {}) {
  const { url: address, query } = await freshDatabase(t, server);
  await query(ddl);
  const served = await serve(t, (await through?.(address)) ?? address, options);
  const sessions = () =>
    query(
      "SELECT state, query FROM pg_stat_activity WHERE application_name = 'served' AND datname = current_database()",
    );
  return { ...served, query, sessions };
}

/**
 * @param {TestContext} t
 * @param {string} address The database's.
 * @param {Partial<ServeOptions>} options
 */
export async function serve(t, address, options = {}) {
  const service = await startServer({
    database: { ...readDatabaseSettings(address, 'it', {}), applicationName: 'served' },
    ...{ schema: 'public', anonymousRole: 'postgres', secret: null, jwks: null, audience: null },
    ...{ host: '127.0.0.1', port: 0, poolSize: 4, maxStreams: 2 },
    ...{ statementTimeoutMs: 30_000, stallTimeoutMs: 60_000, maxStreamMs: 600_000, drainMs: 1_000 },
    ...options,
  });
  t.after(() => service.close());
  return {
    service,
    url: service.url,
    ask: (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => fetch(`${service.url}${path}`, init),
    metric: (/** @type {string} */ name) => metric(service.url, name),
  };
}

/**
 * @param {string} url
 * @param {string} name With its labels.
 * @returns {Promise<number>}
 */
export async function metric(url, name) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find(line => line.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
}

/**
 * Waits until something holds.
 *
 * @param {() => Promise<boolean> | boolean} holds
 */
export async function until(holds) {
  while (!(await holds())) await sleep(20);
}

/**
 * A proxy in front of a database that cuts what passes into pieces of a size, and counts how often the client has to wait for the
 * server: its flights.
 *
 * @param {TestContext} t
 * @param {string} upstream
 * @param {{ size?: number, delayMs?: number }} [how]
 */
export async function startCuttingProxy(t, upstream, { size = 65_536, delayMs = 0 } = {}) {
  const { hostname, port } = new URL(upstream);
  /** @type {Set<Socket>} */
  const sockets = new Set();
  const proxy = { url: '', flights: 0, size };
  const server = createServer({ noDelay: true }, client => {
    const there = connect({ host: hostname, port: Number(port), noDelay: true });
    let isServersTurn = false;
    for (const [from, to] of [
      [client, there],
      [there, client],
    ]) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      let sent = Promise.resolve();
      from.on('data', chunk => {
        if (from === client && !isServersTurn) proxy.flights += 1;
        isServersTurn = from === client;
        from.pause();
        sent = sent.then(async () => {
          if (delayMs > 0) await sleep(delayMs);
          for (let at = 0; at < chunk.length; at += proxy.size) {
            // A tick between them keeps the kernel from joining the pieces again.
            if (!to.write(chunk.subarray(at, at + proxy.size))) await once(to, 'drain').catch(() => {});
            if (proxy.size < chunk.length) await new Promise(setImmediate);
          }
          from.resume();
        });
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(upstream);
  url.port = String(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  proxy.url = url.href;
  return proxy;
}

/**
 * Asks over a socket of its own, whose reading is the test's.
 *
 * @param {string} url
 * @param {string} path
 * @param {string[]} [headers]
 * @param {string} [version] HTTP's.
 * @returns {Promise<Socket>} Paused.
 */
export async function askBySocket(url, path, headers = [], version = '1.1') {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write([`GET ${path} HTTP/${version}`, 'Host: test', ...headers, '', ''].join('\r\n'));
  return socket;
}
