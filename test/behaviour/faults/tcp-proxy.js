import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { parseTarget } from '../../../local-s3/request.js';
import { findOperation } from '../../../local-s3/route.js';
import { httpReader } from './http-reader.js';
import { relayExchange } from './relay-exchange.js';

/** @import { Socket } from 'node:net' */
/** @import { Fault } from './relay-exchange.js' */

/**
 * A request that passed, and its response.
 *
 * @typedef {object} Exchange
 * @property {string} operation As in S3's documentation.
 * @property {string} key
 * @property {Map<string, string>} query
 * @property {number} requestBytes Of its body.
 * @property {number} answerBytes Of its body.
 */

/**
 * A TCP proxy in front of an S3 server. It knows which request passes, and can break one on the wire, below what client and
 * server control.
 *
 * @param {number} upstreamPort
 */
export async function startTcpProxy(upstreamPort) {
  /** @type {Set<Socket>} */
  const clients = new Set();
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  const server = createServer({ noDelay: true }, client => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    const run = relay(client).finally(() => running.delete(run));
    running.add(run);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

  /** @type {Set<number | undefined>} */
  const silentPorts = new Set();

  const proxy = {
    endpoint: `http://127.0.0.1:${port}`,
    /** @type {Exchange[]} */
    exchanges: [],
    /** @type {(exchange: Exchange) => Fault | undefined} What goes wrong with it. */
    fault: () => undefined,
    /** @param {Socket} socket Of a client. @returns {boolean} Whether its connection has fallen silent, or is about to. */
    isSilent: ({ localPort }) => silentPorts.has(localPort),
    connections: () => clients.size,
    /** Removes the fault. */
    async recover() {
      proxy.fault = () => undefined;
      if (!server.listening) await listenAgain();
    },
    async close() {
      refused.delete(port);
      for (const client of clients) client.destroy();
      if (server.listening) await new Promise(resolve => server.close(resolve));
      await Promise.all(running);
    },
  };

  /** @param {Socket} client */
  const relay = async client => {
    const upstream = connect({ port: upstreamPort, host: '127.0.0.1', noDelay: true });
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.end());
    const requests = httpReader(client);
    const answers = httpReader(upstream);
    for (let request = await requests.head(); request !== null; request = await requests.head()) {
      const target = parseTarget(/** @type {any} */ (request));
      const { key, query } = target;
      const requestBytes = Number(request.headers['content-length'] ?? 0);
      const exchange = { operation: findOperation(target), key, query, requestBytes, answerBytes: 0 };
      proxy.exchanges.push(exchange);
      const fault = proxy.fault(exchange) ?? {};
      if (fault.refuse) refuse(fault.refuse);
      if (fallsSilent(fault)) becomeSilent(client);
      await relayExchange({ client, upstream, requests, answers, request, exchange, fault });
      if (client.destroyed || client.writableEnded) break;
    }
    client.end();
    upstream.destroy();
  };

  /** @param {Socket} client */
  const becomeSilent = client => {
    const port = client.remotePort;
    silentPorts.add(port);
    client.once('close', () => silentPorts.delete(port));
  };

  let refusals = 0;
  /** @param {number} times How many connections are refused. */
  const refuse = times => {
    refusals = times;
    if (server.listening) server.close();
  };
  const listenAgain = async () => {
    for (;;) {
      try {
        await once(server.listen(port, '127.0.0.1'), 'listening');
        return;
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error;
        await new Promise(setImmediate);
      }
    }
  };
  refused.set(port, () => {
    refusals -= 1;
    if (refusals === 0) void listenAgain();
  });
  return proxy;
}

/** @param {Fault} fault */
function fallsSilent({ stall, lengthOff = 0 }) {
  return stall !== undefined || lengthOff > 0;
}

/** @type {Map<number, () => void>} By port, who wants to know that a connection to it was refused. */
const refused = new Map();
diagnostics.subscribe('net.client.socket', (/** @type {any} */ { socket }) => {
  socket.once('error', (/** @type {any} */ { code, port }) => {
    if (code === 'ECONNREFUSED') refused.get(port)?.();
  });
});
