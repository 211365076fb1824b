import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { startGate } from '../../../../experiments/network/gate.js';

test('a gate that is shut ends connections and lets none through, until it is open again', {
  timeout: 60_000,
}, async t => {
  const server = createServer((_, response) => response.end('here'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const gate = await startGate(`http://127.0.0.1:${port}`);
  t.after(gate.close);
  const ask = async () => (await fetch(gate.url, { headers: { connection: 'close' } })).text();
  assert.equal(await ask(), 'here');
  gate.shut();
  await assert.rejects(ask());
  gate.open();
  assert.equal(await ask(), 'here');
});
