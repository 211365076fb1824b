import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { openSource } from '../../src/source/open-source.js';
import { s3ClientFactory } from '../../src/storage/s3-client.js';
import { untilAllSocketsAreFree } from './s3-fixture.js';

/** @import { ServerResponse } from 'node:http' */

const CONTENT = Buffer.from('0123456789'.repeat(10));

/**
 * A source on a server whose answers to GET requests the test writes.
 *
 * @param {import('node:test').TestContext} t
 * @param {(response: ServerResponse, range: [start: number, end: number]) => void} answer
 */
async function sourceOn(t, answer) {
  let gets = 0;
  const server = createServer((request, response) => {
    response.setHeader('ETag', '"etag"');
    if (request.method === 'HEAD') return response.writeHead(200, { 'Content-Length': CONTENT.length }).end();
    gets += 1;
    const [, start = 0, last = 0] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).map(Number);
    answer(response, [start, last + 1]);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const s3 = s3ClientFactory({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
  const source = await openSource('s3://bucket/x.zip', { s3, sleep: async () => {}, stallTimeoutMs: 10_000 });
  t.after(async () => {
    await source.close();
    (await s3()).destroy();
    server.closeAllConnections();
    server.close();
  });
  return { source, gets: () => gets, client: await s3() };
}

/** @param {[number, number]} range */
const contentRange = ([start, end]) => `bytes ${start}-${end - 1}/${CONTENT.length}`;

test('an answer without the range, with another range, or of an object of another size is rejected', async t => {
  /** @type {Parameters<typeof sourceOn>[1][]} */
  const answers = [
    response => response.writeHead(200).end(CONTENT),
    (response, [start, end]) =>
      response
        .writeHead(206, { 'Content-Range': contentRange([start + 1, end]) })
        .end(CONTENT.subarray(start, end - 1)),
    (response, [start, end]) =>
      response
        .writeHead(206, { 'Content-Range': `bytes ${start}-${end - 1}/${CONTENT.length + 1}` })
        .end(CONTENT.subarray(start, end)),
    (response, [start, end]) =>
      response.writeHead(206, { 'Content-Range': contentRange([0, CONTENT.length]) }).end(CONTENT.subarray(start, end)),
  ];
  for (const answer of answers) {
    const { source, client } = await sourceOn(t, answer);
    await assert.rejects(buffer(source.read(10, 20)), {
      code: 'storage/read-failed',
      message: /asked for bytes=10-19/,
    });
    await untilAllSocketsAreFree(client);
  }
});

test('an answer of another version is archive/changed', async t => {
  const { source, gets } = await sourceOn(t, (response, [start, end]) => {
    response.writeHead(206, { ETag: '"other"', 'Content-Range': contentRange([start, end]) });
    response.end(CONTENT.subarray(start, end));
  });
  await assert.rejects(buffer(source.read(10, 20)), { code: 'archive/changed' });
  assert.equal(gets(), 1);
});

test('an answer without a length is read to the last requested byte, and not beyond', async t => {
  const short = await sourceOn(t, (response, [start, end]) => {
    response.writeHead(206, { 'Content-Range': contentRange([start, end]) }).write(CONTENT.subarray(start, start + 3));
    response.end();
  });
  assert.deepEqual(await buffer(short.source.read(10, 40)), CONTENT.subarray(10, 40));
  assert.equal(short.gets(), 10);
  const long = await sourceOn(t, (response, [start, end]) => {
    response.writeHead(206, { 'Content-Range': contentRange([start, end]) }).write(CONTENT.subarray(start));
    response.end();
  });
  await assert.rejects(buffer(long.source.read(10, 40)), {
    code: 'storage/read-failed',
    message: /longer than the 30/,
  });
});

test('an answer that trickles is read as long as bytes come', { timeout: 60_000 }, async t => {
  const { source, gets } = await sourceOn(t, async (response, [start, end]) => {
    response.writeHead(206, { 'Content-Range': contentRange([start, end]), 'Content-Length': end - start });
    for (let position = start; position < end; position += 1) {
      response.write(CONTENT.subarray(position, position + 1));
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    response.end();
  });
  assert.deepEqual(await buffer(source.read(0, 50)), CONTENT.subarray(0, 50));
  assert.equal(gets(), 1);
});

test('an answer that is not HTTP, or none at all, is storage/read-failed', { timeout: 60_000 }, async t => {
  for (const garbage of ['nonsense\r\n\r\n', '']) {
    const { source } = await sourceOn(t, response => response.socket?.end(garbage));
    await assert.rejects(buffer(source.read(10, 20)), { code: 'storage/read-failed' });
  }
});
