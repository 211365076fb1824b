import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** @import { Socket } from 'node:net' */

/**
 * What goes wrong with a message: the connection breaks before it is passed on, in its middle, or behind it; or from this message
 * on nothing is passed on in its direction, and the sender sees it taken (`silent`) or not (`stuck`).
 *
 * @typedef {'before' | 'within' | 'behind' | 'silent' | 'stuck'} Break
 */

/**
 * A TCP proxy in front of a Postgres server. It counts the protocol's messages in both directions, from 1, and can break the
 * connection at one of them, or hold messages back.
 *
 * @param {string} upstream The server's address.
 */
export async function startMessageProxy(upstream) {
  const { hostname, port } = new URL(upstream);
  /** @type {Set<Socket>} */
  const sockets = new Set();
  const proxy = {
    url: '',
    /** How many messages have passed since this was set to 0. */
    count: 0,
    /** The types of the messages, in the same order: `>` from the client, `<` from the server. @type {string[]} */
    types: [],
    /** `onBreak` is called when the connection breaks, `onSilence` when it falls silent.
     * @type {{ at: number, how: Break, onBreak?: () => void, onSilence?: () => void } | null} */
    fault: null,
    /** Gets the number of a message, and returns what that waits for before it is passed on. @type {((at: number) => unknown) | null} */
    hold: null,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  const server = createServer({ noDelay: true }, client => {
    const there = connect({ host: hostname, port: Number(port), noDelay: true });
    const connection = { isFaulty: false, cut };
    function cut() {
      if (connection.isFaulty) proxy.fault?.onBreak?.();
      client.destroy();
      there.destroy();
    }
    for (const socket of [client, there]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    relay(client, there, { direction: '>', hasStartup: true }, proxy, connection);
    relay(there, client, { direction: '<', hasStartup: false }, proxy, connection);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(upstream);
  url.port = String(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  proxy.url = url.href;
  return proxy;
}

/**
 * @param {Socket} from
 * @param {Socket} to
 * @param {{ direction: string, hasStartup: boolean }} how
 * @param {Awaited<ReturnType<typeof startMessageProxy>>} proxy
 * @param {{ isFaulty: boolean, cut: () => void }} connection
 */
function relay(from, to, { direction, hasStartup }, proxy, connection) {
  const { cut } = connection;
  let pending = Buffer.alloc(0);
  let isStartup = hasStartup;
  let isAtWork = false;
  const work = async () => {
    for (;;) {
      // The first message of a client has no type.
      const head = isStartup ? 0 : 1;
      if (pending.length < head + 4) return;
      const length = head + pending.readUInt32BE(head);
      if (pending.length < length) return;
      const message = pending.subarray(0, length);
      pending = pending.subarray(length);
      proxy.types.push(`${direction}${isStartup ? 'startup' : String.fromCharCode(message[0])}`);
      isStartup = false;
      proxy.count += 1;
      const at = proxy.count;
      const wait = proxy.hold?.(at);
      if (wait) await wait;
      const fault = proxy.fault?.at === at ? proxy.fault.how : null;
      if (fault !== null) connection.isFaulty = true;
      if (fault === 'silent' || fault === 'stuck') {
        if (fault === 'stuck') from.pause();
        proxy.fault?.onSilence?.();
        // The work goes on for ever.
        await new Promise(() => {});
      }
      if (fault === 'before') return cut();
      if (fault === 'within') {
        to.write(message.subarray(0, length >> 1), cut);
        return;
      }
      to.write(message, fault === 'behind' ? cut : undefined);
      if (fault === 'behind') return;
    }
  };
  from.on('data', async chunk => {
    pending = Buffer.concat([pending, chunk]);
    if (isAtWork) return;
    isAtWork = true;
    await work();
    isAtWork = false;
  });
}
