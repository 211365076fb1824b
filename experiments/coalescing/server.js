import { once } from 'node:events';
import { createServer } from 'node:http';
import { SHARING } from './sharing.js';
import { STORES } from './stores.js';

/** @import { AddressInfo } from 'node:net' */
/** @import { ContestantId, StoreId } from './contestants.js' */

// An HTTP server that answers reads from a store, in one of the ways to share them. Prints its address.

/** @type {{ contestant: Exclude<ContestantId, 'serve'>, store: StoreId, url: string }} */
const { contestant, store, url } = JSON.parse(process.argv[2]);
const read = SHARING[contestant](STORES[store](url));
let requests = 0;

const server = createServer({ keepAlive: true }, async (request, response) => {
  const path = String(request.url);
  if (path === '/metrics') {
    response.end(`sluice_http_requests_total ${requests}\n`);
    return;
  }
  requests += 1;
  const key = /country=eq\.(\d+)/.exec(path)?.[1] ?? '0';
  try {
    const text = await read(key);
    response.setHeader('content-type', 'application/json');
    response.end(text);
  } catch (error) {
    response.statusCode = 503;
    response.end(String(error));
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}\n`);
