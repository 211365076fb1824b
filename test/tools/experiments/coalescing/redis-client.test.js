import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openRedis } from '../../../../experiments/coalescing/redis-client.js';
import { startRedis } from '../../../../experiments/coalescing/start-redis.js';
import { startGate } from '../../../../experiments/network/gate.js';

/** @type {Awaited<ReturnType<typeof startRedis>>} */
let server = null;
before(async () => {
  server = await startRedis('/tmp');
});
after(() => server?.stop());

describe('the client of Redis', { timeout: 120_000 }, () => {
  it('has many commands under way, and answers of any length', async t => {
    if (server === null) return t.skip('redis-server is not installed');
    const redis = openRedis(server.url);
    t.after(redis.close);
    const values = Array.from({ length: 200 }, (_, index) => `é\r\n${'x'.repeat(index ** 2)}`);
    await Promise.all(values.map((value, index) => redis.ask('SET', `key ${index}`, value)));
    assert.deepEqual(await Promise.all(values.map((_, index) => redis.ask('GET', `key ${index}`))), values);
    assert.equal(await redis.ask('GET', 'no such key'), null);
    await assert.rejects(redis.ask('NONSENSE'), /Redis: ERR unknown command/);
  });

  it('fails while the server cannot be reached, and connects again', async t => {
    if (server === null) return t.skip('redis-server is not installed');
    const gate = await startGate(server.url);
    const redis = openRedis(gate.url);
    t.after(async () => {
      await redis.close();
      await gate.close();
    });
    assert.equal(await redis.ask('PING'), 'PONG');
    gate.shut();
    await assert.rejects(redis.ask('PING'));
    gate.open();
    // Until the client has seen that its connection is gone.
    for (let answer = null; answer !== 'PONG'; ) answer = await redis.ask('PING').catch(() => null);
  });
});
