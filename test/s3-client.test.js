import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { s3ClientFactory } from '../src/s3-client.js';
import { localS3 } from './s3-fixture.js';

test('there is one client, made when it is first asked for', async () => {
  const s3 = s3ClientFactory({ region: 'us-east-1' });
  assert.equal(await s3(), await s3());
  assert.notEqual(await s3(), await s3ClientFactory({ region: 'us-east-1' })());
});

test('a body that is sent in slices arrives whole, at the first try and at the next', async t => {
  const { client, requests } = await localS3(t);
  const target = { Bucket: 'bucket', Key: 'k' };
  for (const size of [0, 1, 65_536, 65_537, 3_000_001]) {
    const Body = Buffer.alloc(size, 'some bytes');
    const faults = size > 0 ? [{ cutRequestAfterBytes: Math.ceil(size / 2) }, { status: 503 }] : [];
    requests.fault = ({ operation }) => (operation === 'PutObject' ? faults.shift() : undefined);
    await client.send(new PutObjectCommand({ ...target, Body }));
    const answer = await client.send(new GetObjectCommand(target));
    assert.ok(Body.equals((await answer.Body?.transformToByteArray()) ?? Buffer.from('nothing')));
  }
  const [{ headers }] = requests.seen.filter(({ operation }) => operation === 'PutObject').slice(-1);
  assert.equal(headers['content-length'], '3000001');
  assert.equal(headers['transfer-encoding'], undefined);
});

test('a connection is used again, also for a large body', async t => {
  const { client, put, requests } = await localS3(t);
  const { httpAgent } = /** @type {any} */ (client.config.requestHandler).config;
  let created = 0;
  const createConnection = httpAgent.createConnection.bind(httpAgent);
  httpAgent.createConnection = (/** @type {any[]} */ ...parameters) => {
    created += 1;
    return createConnection(...parameters);
  };
  for (let round = 0; round < 5; round += 1) await put('k', Buffer.alloc(3_000_000));
  assert.ok(created <= 1, `${created} new connections`);
  // For a request that waits for "100 Continue" the SDK takes a new connection past the pool.
  for (const { headers } of requests.seen) assert.equal(headers.expect, undefined);
});

test('an answer that comes before the body has gone leaves no connection in use', async t => {
  const { client, put, requests } = await localS3(t);
  const { httpAgent } = /** @type {any} */ (client.config.requestHandler).config;
  const faults = [{ status: 503 }];
  requests.fault = () => faults.shift();
  await put('k', Buffer.alloc(5_000_000));
  assert.equal(requests.seen.length, 2);
  assert.deepEqual(Object.keys(httpAgent.sockets), []);
});

test('silence on a socket ends the request', { timeout: 5_000 }, async t => {
  const { client, requests } = await localS3(t, {
    settings: { maxAttempts: 1, requestHandler: { socketTimeout: 50 } },
  });
  requests.fault = () => ({ stallMs: 3_000 });
  const sent = client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'k' }));
  await assert.rejects(sent, { name: 'TimeoutError' });
});
