import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { requestCancel } from '../../../src/destination/database/open-client.js';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';

/** @import { Socket } from 'node:net' */

/** @type {any} */
const CLIENT = { processID: 7, secretKey: 8 };

for (const [does, end, isOver] of /** @type {const} */ ([
  ['closes the connection', (/** @type {Socket} */ socket) => socket.end(), true],
  ['breaks the connection', (/** @type {Socket} */ socket) => socket.resetAndDestroy(), false],
])) {
  test(`a cancel ${isOver ? 'is' : 'may not be'} over when the server ${does} after it`, {
    timeout: 60_000,
  }, async t => {
    const server = createServer(socket => {
      socket.on('error', () => {});
      socket.once('data', request => {
        assert.deepEqual([request.readInt32BE(4), request.readInt32BE(8)], [80_877_102, 7]);
        end(socket);
      });
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const settings = readDatabaseSettings(`postgres://u@127.0.0.1:${port}/d`, 'the address', {});
    assert.equal(await requestCancel(settings, CLIENT), isOver);
  });
}

test('a cancel that never reached the server cancels nothing later', { timeout: 60_000 }, async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  const settings = readDatabaseSettings(`postgres://u@127.0.0.1:${port}/d`, 'the address', {});
  assert.equal(await requestCancel(settings, CLIENT), true);
});
