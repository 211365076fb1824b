import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { s3ClientFactory } from '../../../src/storage/s3-client.js';
import { manualTimeouts, timeOutSilent } from '../../support/manual-timeouts.js';
import { localS3 } from '../../support/s3.js';
import { startTcpProxy } from './tcp-proxy.js';

/** @import { TestContext } from 'node:test' */
/** @import { Fault } from './relay-exchange.js' */

const BODY = Buffer.alloc(300_000, 'some bytes ');

/** @param {TestContext} t */
async function proxied(t) {
  const { server, requests } = await localS3(t);
  const proxy = await startTcpProxy(server.port);
  const client = await s3ClientFactory({
    endpoint: proxy.endpoint,
    region: 'us-east-1',
    credentials: server.credentials,
    maxAttempts: 1,
    ...manualTimeouts(),
  })();
  t.after(() => client.destroy());
  t.after(() => proxy.close());
  const put = () => client.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'k', Body: BODY }));
  const get = async () => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'k' }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  return { proxy, client, put, get, seen: requests.seen };
}

test('without a fault, everything passes unchanged, and each request is named', async t => {
  const { proxy, put, get } = await proxied(t);
  await put();
  assert.deepEqual(await get(), BODY);
  assert.deepEqual(
    proxy.exchanges.map(({ operation, key, requestBytes, answerBytes }) => [operation, key, requestBytes, answerBytes]),
    [
      ['PutObject', 'k', 300_000, 0],
      ['GetObject', 'k', 0, 300_000],
    ],
  );
  assert.equal(proxy.connections(), 1);
});

/** @type {[title: string, fault: Fault, error: RegExp, reached: number][]} `reached`: requests that the server sees. */
const OF_A_GET = [
  ['a reset before the head', { reset: 'before' }, /ECONNRESET|hang up/, 0],
  ['a reset after the head', { reset: 'head' }, /ECONNRESET|hang up/, 1],
  ['silence before the request', { stall: 'request' }, /timed out/, 0],
  ['silence instead of the answer', { stall: 'answer' }, /timed out/, 1],
  ['silence in the answer', { stall: 'body' }, /timed out/, 1],
  ['an answer of its own', { answer: { status: 409, code: 'OperationAborted' } }, /OperationAborted/, 0],
  ['garbage', { garbage: true }, /Parse Error/, 0],
  ['a lost answer', { cut: 'all' }, /hang up/, 1],
  ['an answer cut in its head', { cut: 'head' }, /hang up/, 1],
  ['an answer cut in its body', { cut: 'body' }, /aborted/, 1],
  ['an answer that announces too much', { lengthOff: 10 }, /timed out/, 1],
  ['an answer that announces too little', { lengthOff: -1 }, /[Cc]hecksum|Parse Error/, 1],
  ['a flipped bit in the answer', { corrupt: 'answer' }, /[Cc]hecksum/, 1],
];
for (const [title, fault, error, reached] of OF_A_GET) {
  test(`${title}: what the client gets, and whether the server sees the request`, { timeout: 300_000 }, async t => {
    const { proxy, client, put, get, seen } = await proxied(t);
    await put();
    seen.length = 0;
    proxy.fault = () => fault;
    let isOver = false;
    const got = get().finally(() => {
      isOver = true;
    });
    got.catch(() => {});
    while (!isOver) await timeOutSilent(client, proxy.isSilent);
    await assert.rejects(got, ({ name, message, code }) => error.test(`${name} ${code} ${message}`));
    // The server may discard what was sent before a reset.
    if (fault.reset !== 'head') {
      do await delay(20);
      while (seen.length < reached);
      assert.equal(seen.length, reached);
    }
    await proxy.recover();
    // Late bytes are still in the connection.
    client.destroy();
    assert.deepEqual(await get(), BODY);
  });
}

test('faults in a body on its way to the server', { timeout: 300_000 }, async t => {
  const { proxy, put, get } = await proxied(t);
  proxy.fault = () => ({ reset: 'body' });
  await assert.rejects(put(), /ECONNRESET|hang up|EPIPE/);
  proxy.fault = () => ({ corrupt: 'request' });
  await assert.rejects(put(), { name: /BadDigest|SHA256Mismatch/ });
  await proxy.recover();
  await assert.rejects(get(), { name: 'NoSuchKey' });
  proxy.fault = () => ({ trickle: true });
  const start = performance.now();
  await put();
  assert.deepEqual(await get(), BODY);
  assert.ok(performance.now() - start > 200);
});

test('connections are refused as often as the fault says', async t => {
  const { proxy, put } = await proxied(t);
  proxy.fault = () => ({ refuse: 2 });
  await assert.rejects(put(), /ECONNRESET|hang up/);
  proxy.fault = () => undefined;
  await assert.rejects(put(), /ECONNREFUSED/);
  await assert.rejects(put(), /ECONNREFUSED/);
  await put();
  proxy.fault = () => ({ refuse: Number.POSITIVE_INFINITY });
  await assert.rejects(put(), /ECONNRESET|hang up/);
  for (let times = 0; times < 4; times += 1) await assert.rejects(put(), /ECONNREFUSED/);
  await proxy.recover();
  await put();
});
