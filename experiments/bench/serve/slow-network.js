import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** @import { Socket } from 'node:net' */

/**
 * A network that takes its time: what comes in on one side goes out on the other as much later, in each direction.
 *
 * @param {string} upstream The database's address.
 * @param {number} delayMs One way.
 */
export async function startSlowNetwork(upstream, delayMs) {
  const { hostname, port } = new URL(upstream);
  /** @type {Set<Socket>} */
  const sockets = new Set();
  const network = {
    url: '',
    /** How often the client has sent something after the server had, since this was set to 0. */
    flights: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  const server = createServer({ noDelay: true }, client => {
    const there = connect({ host: hostname, port: Number(port), noDelay: true });
    let isClientsTurn = true;
    relay(client, there, () => {
      if (isClientsTurn) network.flights += 1;
      isClientsTurn = false;
    });
    relay(there, client, () => {
      isClientsTurn = true;
    });
  });
  /** @param {Socket} from @param {Socket} to @param {() => void} onData */
  const relay = (from, to, onData) => {
    sockets.add(from);
    from.on('error', () => {});
    from.on('data', bytes => {
      onData();
      setTimeout(() => to.write(bytes), delayMs);
    });
    from.once('close', () => {
      sockets.delete(from);
      setTimeout(() => to.destroy(), delayMs);
    });
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(upstream);
  url.port = String(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  network.url = url.href;
  return network;
}
