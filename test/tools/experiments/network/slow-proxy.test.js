import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { startSlowProxy } from '../../../../experiments/network/slow-proxy.js';

/** @import { AddressInfo, Socket } from 'node:net' */
/** @import { TestContext } from 'node:test' */

describe('the slow proxy', { timeout: 120_000 }, () => {
  it('counts a flight for the connection, and one for each time that the client waits for an answer', async t => {
    const { proxy, open } = await setUp(t, socket => socket.on('data', data => socket.write(data)));
    const client = await open();
    for (const text of ['one', 'two', 'three']) {
      client.write(text);
      await once(client, 'data');
    }
    client.write('never answered');
    assert.deepEqual(proxy.counts(), { connections: 1, flights: 4, bytesToServer: 11, bytesToClient: 11 });
    proxy.reset();
    assert.deepEqual(proxy.counts().flights, 0);
  });

  it('counts what is sent without waiting as one flight', async t => {
    let seen = 0;
    const { proxy, open } = await setUp(t, socket =>
      socket.on('data', data => {
        seen += data.length;
        if (seen === 3) socket.write('done');
      }),
    );
    const client = await open();
    for (const text of ['a', 'b', 'c']) client.write(text);
    await once(client, 'data');
    assert.equal(proxy.counts().flights, 2);
  });

  it('delays each flight by the round trip, that of the connection included', async t => {
    const { open } = await setUp(t, socket => socket.on('data', data => socket.write(data)), 40);
    const startedAt = performance.now();
    const client = await open();
    for (const text of ['one', 'two']) {
      client.write(text);
      await once(client, 'data');
    }
    // Timers may fire a millisecond early, in each direction.
    assert.ok(performance.now() - startedAt >= 3 * 40 - 6);
  });

  it('passes on everything, in order, and then the end', async t => {
    const sent = Buffer.from(Array.from({ length: 5_000_000 }, (_, index) => index % 251));
    const { open } = await setUp(t, socket => socket.once('data', () => socket.end(sent)), 10);
    const client = await open();
    client.write('go');
    assert.ok(sent.equals(await buffer(client)));
  });

  it('stops the server where the client does not read', async t => {
    let accepted = 0;
    const { proxy, open } = await setUp(t, socket =>
      socket.once('data', () => {
        const write = () => {
          const chunk = Buffer.alloc(65_536);
          do accepted += chunk.length;
          while (accepted < 200e6 && socket.write(chunk));
          if (accepted < 200e6) socket.once('drain', write);
        };
        write();
      }),
    );
    const client = await open();
    client.pause();
    client.write('go');
    let before = -1;
    while (before !== accepted || accepted === 0) {
      before = accepted;
      await new Promise(resolve => setTimeout(resolve, 300));
    }
    assert.ok(accepted < 100e6, `${accepted}`);
    assert.ok(proxy.counts().bytesToClient < 100e6);
  });
});

/**
 * @param {TestContext} t
 * @param {(socket: Socket) => void} onConnection
 * @param {number} [roundTripMs]
 */
async function setUp(t, onConnection, roundTripMs = 0) {
  const server = createServer(socket => onConnection(socket.on('error', () => {})));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  const proxy = await startSlowProxy(`http://127.0.0.1:${port}`, { roundTripMs });
  t.after(async () => {
    await proxy.close();
    server.close();
  });
  const open = async () => {
    const client = connect({ host: '127.0.0.1', port: proxy.port });
    t.after(() => client.destroy());
    await once(client, 'connect');
    return client;
  };
  return { proxy, open };
}
