import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { s3ClientFactory } from '../../src/storage/s3-client.js';
import { localS3 } from '../support/s3.js';

test('there is one client, made at the first call', async () => {
  const s3 = s3ClientFactory({ region: 'us-east-1' });
  assert.equal(await s3(), await s3());
  assert.notEqual(await s3(), await s3ClientFactory({ region: 'us-east-1' })());
});

test('a body is hashed for the signature unless both TLS and a signed checksum protect it', async () => {
  const Body = Buffer.alloc(100_000, 'some bytes');
  const hash = createHash('sha256').update(Body).digest('hex');
  for (const [endpoint, requestChecksumCalculation, expected] of /** @type {const} */ ([
    ['https://localhost', 'WHEN_SUPPORTED', 'UNSIGNED-PAYLOAD'],
    ['https://localhost', 'WHEN_REQUIRED', hash],
    ['http://localhost', 'WHEN_SUPPORTED', hash],
  ])) {
    const credentials = { accessKeyId: 'a', secretAccessKey: 's' };
    const settings = { endpoint, requestChecksumCalculation, region: 'us-east-1', credentials, maxAttempts: 1 };
    const client = await s3ClientFactory(settings)();
    /** @type {Record<string, string> | undefined} */
    let sent;
    client.config.requestHandler.handle = async ({ headers }) => {
      sent = headers;
      throw new Error('that is enough');
    };
    await assert.rejects(client.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'k', Body })), /enough/);
    assert.equal(sent?.['x-amz-content-sha256'], expected);
    const signed = /SignedHeaders=([^,]*)/.exec(sent?.authorization ?? '')?.[1].split(';');
    assert.ok(signed?.includes('x-amz-content-sha256'));
    assert.equal(signed?.includes('x-amz-checksum-crc32'), requestChecksumCalculation === 'WHEN_SUPPORTED');
  }
});

test('a connection is reused, even for a large body', async t => {
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

test('a damaged answer or request is repeated', { timeout: 60_000 }, async t => {
  const xml = '<ListBucketResult><Contents><Key>k</Key></Contents></ListBucketResult>';
  const answers = [
    'nonsense\r\n\r\n',
    answerOf(200, xml.slice(0, -1)),
    answerOf(200, xml.replace('</Key>', '</Kex>')),
    answerOf(400, '<Error><Code>BadDigest</Code></Error>'),
    answerOf(400, '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>'),
  ];
  for (const answer of answers) {
    const { client, seen } = await scripted(t, [answer, answer, answerOf(200, xml)]);
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: 'bucket' }));
    assert.deepEqual([Contents?.[0]?.Key, seen()], ['k', 3]);
  }
  const { client, seen } = await scripted(t, [answerOf(400, '<Error><Code>InvalidArgument</Code></Error>')]);
  await assert.rejects(client.send(new ListObjectsV2Command({ Bucket: 'bucket' })), { name: 'InvalidArgument' });
  assert.equal(seen(), 1, 'a wrong request is not');
});

test('an answer to a read is due in 20 seconds, one to a write is not', { timeout: 60_000 }, async t => {
  const { client, seen } = await scripted(t, [], { maxAttempts: 1, requestHandler: { socketTimeout: 60_000 } });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const target = { Bucket: 'bucket', Key: 'k' };
  const reading = client.send(new GetObjectCommand(target));
  let isWriting = true;
  const writing = client.send(new PutObjectCommand({ ...target, Body: 'x' })).finally(() => {
    isWriting = false;
  });
  while (seen() < 2) await new Promise(setImmediate);
  t.mock.timers.tick(20_000);
  await assert.rejects(reading, { name: 'TimeoutError' });
  assert.ok(isWriting);
  t.mock.timers.reset();
  client.destroy();
  await assert.rejects(writing);
});

test('silence on a socket ends the request', { timeout: 60_000 }, async t => {
  const { client } = await scripted(t, [], { maxAttempts: 1, requestHandler: { socketTimeout: 50 } });
  const sent = client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'k' }));
  await assert.rejects(sent, { name: 'TimeoutError' });
});

/**
 * A client of a server that gives these answers, one after the other, and then none.
 *
 * @param {import('node:test').TestContext} t
 * @param {string[]} answers
 * @param {import('@aws-sdk/client-s3').S3ClientConfig} [settings]
 */
async function scripted(t, answers, settings) {
  let seen = 0;
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', bytes => {
      if (!/^[A-Z]+ \//.test(bytes.toString('latin1'))) return;
      const answer = answers[seen];
      seen += 1;
      if (answer !== undefined) socket.write(answer);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const endpoint = `http://127.0.0.1:${port}`;
  const client = await s3ClientFactory({ endpoint, region: 'us-east-1', credentials, ...settings })();
  t.after(() => {
    client.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { client, seen: () => seen };
}

/** @param {number} status @param {string} xml */
function answerOf(status, xml) {
  return `HTTP/1.1 ${status} X\r\nContent-Type: application/xml\r\nContent-Length: ${xml.length}\r\n\r\n${xml}`;
}
