import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import { WAYS } from './ways.js';

/** @import { AddressInfo } from 'node:net' */
/** @import { ContestantId, Wanted } from './contestants.js' */

// An HTTP server that sends the rows of a long query, in one of the ways. Prints its address.

/** @type {{ contestant: Exclude<ContestantId, 'serve'>, url: string, poolSize: number }} */
const { contestant, url, poolSize } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: url, max: poolSize });

const server = createServer((request, response) => {
  /** @type {Wanted} */
  const wanted = JSON.parse(decodeURIComponent(String(request.url).slice(2)));
  // A client that goes away ends its own answer only.
  WAYS[contestant](pool, wanted, response).catch(error => response.destroy(error));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
process.stdout.write(`http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}\n`);
