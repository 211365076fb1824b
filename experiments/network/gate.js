import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** @import { AddressInfo, Socket } from 'node:net' */

/**
 * A TCP proxy on 127.0.0.1 in front of a server, which can be shut: an outage without stopping the server.
 *
 * @param {string} upstream The server's address.
 * @returns {Promise<{ url: string, shut: () => void, open: () => void, close: () => Promise<void> }>} `shut` ends all
 *   connections, and ends new ones at once.
 */
export async function startGate(upstream) {
  const { hostname, port } = new URL(upstream);
  /** @type {Set<Socket>} */
  const sockets = new Set();
  let isOpen = true;
  const server = createServer({ noDelay: true }, client => {
    if (!isOpen) {
      client.destroy();
      return;
    }
    const there = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [one, other] of [
      [client, there],
      [there, client],
    ]) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(upstream);
  url.host = `127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`;
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    shut() {
      isOpen = false;
      endAll();
    },
    open() {
      isOpen = true;
    },
    async close() {
      server.close();
      endAll();
      await once(server, 'close');
    },
  };
}
