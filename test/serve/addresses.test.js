import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startServer as startDatabase } from '../destination/database/fixture.js';
import { startService } from './service-fixture.js';

const DDL = 'CREATE TABLE numbers AS SELECT n FROM generate_series(1, 3) AS n';

/** @type {Awaited<ReturnType<typeof startDatabase>>} */
let server;
before(async () => {
  server = await startDatabase();
});
after(() => server.stop());

test('an address that is no sound one is refused in the service’s own form', { timeout: 60_000 }, async t => {
  const { ask } = await startService(t, server.url, DDL);
  for (const path of [
    '/%ff',
    '/%',
    '//numbers',
    '/numbers/',
    '/numbers%00',
    '/numbers?n=eq.%ff',
    '/numbers?n=eq.%00',
    '/a%2Fb',
  ]) {
    const answer = await ask(path);
    assert.ok([400, 404].includes(answer.status), path);
    assert.deepEqual(
      Object.keys(/** @type {object} */ (await answer.json())),
      ['code', 'message', 'details', 'hint'],
      path,
    );
  }
});

test('a request may come in any form that HTTP allows, and with others behind it', { timeout: 60_000 }, async t => {
  const { url } = await startService(t, server.url, DDL);
  const path = '/numbers?order=n&limit=1';
  const close = 'Host: x\r\nConnection: close\r\n\r\n';
  for (const [request, bodies] of /** @type {[string, string[]][]} */ ([
    [`GET http://x${path} HTTP/1.1\r\n${close}`, ['[{"n":1}]']],
    [`GET ${path} HTTP/1.0\r\n\r\n`, ['[{"n":1}]']],
    [`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\nGET ${path}&offset=1 HTTP/1.1\r\n${close}`, ['[{"n":1}]', '[{"n":2}]']],
    [`GET ${path} HTTP/1.1\r\nContent-Length: 4\r\n${close.slice(0, -4)}\r\n\r\nGET `, ['[{"n":1}]']],
  ])) {
    const answer = await exchange(url, request);
    assert.deepEqual(answer.match(/\[\{.*?\}\]/g), bodies, answer);
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  }
  for (const request of ['GARBAGE\r\n\r\n', 'GET numbers HTTP/1.1\r\n\r\n', `FOO / HTTP/1.1\r\n${close}`]) {
    assert.match(await exchange(url, request), /^HTTP\/1\.1 400 Bad Request\r\n.*"code":"PGRST100"/s);
  }
});

test('what the server itself refuses is refused in the service’s own form', { timeout: 60_000 }, async t => {
  const { url } = await startService(t, server.url, DDL);
  for (const [request, status] of /** @type {const} */ ([
    ['GET /numbers HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request'],
    ['GET /numbers HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n', '417 Expectation Failed'],
    [`GET /numbers HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
  ])) {
    const [head, body] = (await exchange(url, request)).split('\r\n\r\n');
    assert.ok(head.startsWith(`HTTP/1.1 ${status}\r\n`), head);
    const { code, ...others } = JSON.parse(body);
    assert.equal(code, 'PGRST100');
    assert.deepEqual(Object.keys(others), ['message', 'details', 'hint']);
  }
  // These two are served: HTTP/1.0 knows no hosts, and this expectation is met.
  assert.match(await exchange(url, 'GET /numbers?n=eq.1 HTTP/1.0\r\n\r\n'), /\r\n\r\n\[\{"n":1\}\]$/);
  assert.match(
    await exchange(url, 'GET /numbers?n=eq.1 HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n.*\[\{"n":1\}\]$/s,
  );
});

/**
 * @param {string} url
 * @param {string} request
 */
async function exchange(url, request) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(request);
  return text(socket);
}
