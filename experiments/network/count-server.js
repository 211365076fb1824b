import { once } from 'node:events';
import { createServer } from 'node:http';

/** @import { AddressInfo } from 'node:net' */

/**
 * Tells the processes of cells what is counted in this one: an HTTP server on 127.0.0.1.
 *
 * @param {Record<string, () => number>} counters By the last part of the path.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startCountServer(counters) {
  const server = createServer(({ url = '' }, response) => {
    const counter = counters[decodeURIComponent(url.slice(1))];
    response.statusCode = counter === undefined ? 404 : 200;
    response.end(counter === undefined ? 'no such counter' : String(counter()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
