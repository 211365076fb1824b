import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { delayed } from './delayed.js';

/** @import { AddressInfo, Socket } from 'node:net' */

/**
 * What passed a proxy since it started or was reset.
 *
 * @typedef {object} Counts
 * @property {number} connections
 * @property {number} flights How often a client had to wait for the network's two ways: once for each connection (TCP's own
 *   handshake), and once for each time that it sent something and the server answered. What is sent without waiting for the
 *   answer to what was sent before is the same flight.
 * @property {number} bytesToServer
 * @property {number} bytesToClient
 *
 * @typedef {object} SlowProxy
 * @property {number} port On 127.0.0.1.
 * @property {string} url The server's address with this proxy's port.
 * @property {() => Counts} counts
 * @property {() => void} reset
 * @property {() => Promise<void>} close Ends all connections.
 */

/**
 * A TCP proxy on 127.0.0.1 that delays each direction and counts flights: a network with a long way, without its losses and
 * its limited rate. It looks into no byte, so it works for TLS too. The server must wait for the client's first bytes.
 *
 * @param {string} upstream The server's address, `postgres://…` or another URL with a host and a port.
 * @param {{ roundTripMs?: number }} [options] Half of it for each direction.
 * @returns {Promise<SlowProxy>}
 */
export async function startSlowProxy(upstream, { roundTripMs = 0 } = {}) {
  const { hostname, port } = new URL(upstream);
  /** @type {Set<Socket>} */
  const sockets = new Set();
  let counts = nothing();
  const server = createServer({ noDelay: true }, client => {
    const there = connect({ host: hostname, port: Number(port), noDelay: true });
    counts.connections += 1;
    // The connection is made at once on this machine: its round trip is added to the first bytes.
    counts.flights += 1;
    let isAsked = false;
    const openAt = performance.now() + roundTripMs;
    delayed(client, there, {
      delayMs: () => Math.max(0, openAt - performance.now()) + roundTripMs / 2,
      onData: bytes => {
        counts.bytesToServer += bytes;
        isAsked = true;
      },
    });
    delayed(there, client, {
      delayMs: () => roundTripMs / 2,
      onData: bytes => {
        counts.bytesToClient += bytes;
        if (isAsked) counts.flights += 1;
        isAsked = false;
      },
    });
    for (const socket of [client, there]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', hadError => {
        sockets.delete(socket);
        // A proper end is passed on behind what is under way.
        if (!hadError) return;
        client.destroy();
        there.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const own = /** @type {AddressInfo} */ (server.address()).port;
  const url = new URL(upstream);
  url.host = `127.0.0.1:${own}`;
  return {
    port: own,
    url: url.href,
    counts: () => ({ ...counts }),
    reset: () => {
      counts = nothing();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** @returns {Counts} */
function nothing() {
  return { connections: 0, flights: 0, bytesToServer: 0, bytesToClient: 0 };
}
