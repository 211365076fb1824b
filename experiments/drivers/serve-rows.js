import { once } from 'node:events';
import { createServer } from 'node:http';

/** @import { AddressInfo } from 'node:net' */
/** @import { Reader } from './readers.js' */

/**
 * Serves the rows over HTTP on 127.0.0.1, to one request.
 *
 * @param {Reader} reader
 * @param {number} rows
 * @returns {Promise<{ url: string, done: Promise<void> }>} `done`: when all rows have been read and sent.
 */
export async function serveRows(reader, rows) {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const done = once(server, 'request').then(async ([, response]) => {
    response.setHeader('Content-Type', 'application/x-ndjson');
    await reader.read(rows, {
      write: lines => response.write(lines),
      drained: async () => {
        await once(response, 'drain');
      },
    });
    response.end();
    await once(response, 'finish');
    server.close();
    server.closeIdleConnections();
  });
  return { url: `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`, done };
}
