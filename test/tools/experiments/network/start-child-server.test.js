import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChildServer } from '../../../../experiments/network/start-child-server.js';

test('a server in a process of its own is there when its address is known, and gone when it is stopped', {
  timeout: 60_000,
}, async () => {
  const code = `const server = require('node:http').createServer((_, response) => response.end(String(process.pid)));
    server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + ' serves'));`;
  const server = await startChildServer(['-e', code]);
  assert.equal(await (await fetch(server.url)).text(), String(server.pid));
  await server.stop();
  await assert.rejects(fetch(server.url));
});

test('a server that ends before it listens is an error', { timeout: 60_000 }, async () => {
  await assert.rejects(startChildServer(['-e', 'process.exit(3)']), /^Error: -e ended with 3 before it listened$/);
});
