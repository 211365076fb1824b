import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { test } from 'node:test';
import { awaitPreviousAnswer } from '../../local-s3/await-previous-answer.js';

/** @import { ServerResponse } from 'node:http' */

/**
 * A connection with an answer whose bytes have all arrived, but which is not finished, and with another request after it.
 *
 * @param {import('node:test').TestContext} t
 */
async function twoRequests(t) {
  /** @type {PromiseWithResolvers<{ response: ServerResponse, turn: Promise<boolean> }>} */
  const { promise: second, resolve } = Promise.withResolvers();
  /** @type {ServerResponse | undefined} */
  let first;
  const server = createServer((incoming, response) => {
    if (first) return resolve({ response, turn: awaitPreviousAnswer(incoming, response) });
    first = response;
    response.writeHead(200, { 'content-length': 5 }).write('first');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const client = createConnection(/** @type {import('node:net').AddressInfo} */ (server.address()).port, '127.0.0.1');
  client.write('GET /1 HTTP/1.1\r\nhost: localhost\r\n\r\n');
  for await (const chunk of client.iterator({ destroyOnReturn: false })) if (String(chunk).endsWith('first')) break;
  client.write('GET /2 HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return { client, ...(await second), endFirst: () => first?.end() };
}

test('an answer waits until the previous one is finished; destroying it then closes the connection', {
  timeout: 60_000,
}, async t => {
  const { client, response, turn, endFirst } = await twoRequests(t);
  assert.equal(response.socket, null);
  endFirst();
  assert.equal(await turn, true);
  response.destroy();
  await once(client.resume(), 'close');
});

test('the wait ends when the client disconnects', { timeout: 60_000 }, async t => {
  const { client, turn } = await twoRequests(t);
  client.destroy();
  assert.equal(await turn, false);
});
