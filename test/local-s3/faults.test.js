import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import {
  CompleteMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { bytesOf, connect, pattern, refused, startServer, until } from './fixture.js';

/** @typedef {import('../../local-s3/faults.js').Fault} Fault */
const Bucket = 'bucket';
const Key = 'a b';

test('the hook sees each request, and injects no fault if it returns nothing', async t => {
  /** @type {string[]} */
  const seen = [];
  const { s3 } = await startServer(t, {
    onRequest: ({ operation, method, bucket, key, query, headers }) => {
      seen.push(
        `${operation} ${method} ${bucket} ${key} ${query.get('list-type') ?? ''} ${headers['x-amz-tagging'] ?? ''}`,
      );
    },
  });
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', Tagging: 'a=b' }));
  await s3.send(new ListObjectsV2Command({ Bucket }));
  assert.deepEqual(seen, [
    'CreateBucket PUT bucket   ',
    'PutObject PUT bucket a b  a=b',
    'ListObjectsV2 GET bucket  2 ',
  ]);
});

test('a request can be refused, and succeeds when it is repeated', async t => {
  const { s3, server } = await startFaulty(t, [
    { status: 503, code: 'SlowDown' },
    { status: 409, code: 'ConditionalRequestConflict' },
  ]);
  const put = new PutObjectCommand({ Bucket, Key, Body: 'x' });
  await refused(s3.send(put), 'SlowDown', 503);
  await refused(s3.send(new HeadObjectCommand({ Bucket, Key })), 'Unknown', 409);
  await connect(t, server, { maxAttempts: 2 }).send(put);
});

test('an answer can be cut off after some bytes of its body', async t => {
  const { s3 } = await startFaulty(t, [undefined, { cutAfterBytes: 300_000 }, { cutAfterBytes: 0 }]);
  const Body = pattern(1_000_000);
  await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  for (const expected of [300_000, 0]) {
    const got = await s3.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=0-999998' }));
    assert.equal(got.ContentLength, 999_999);
    /** @type {Buffer[]} */
    const chunks = [];
    await assert.rejects(
      async () => {
        for await (const chunk of /** @type {AsyncIterable<Buffer>} */ (got.Body)) chunks.push(chunk);
      },
      { code: 'ECONNRESET' },
    );
    assert.ok(Buffer.concat(chunks).equals(Body.subarray(0, expected)));
  }
});

test('an answer can stall, and does not prevent the server from closing', async t => {
  const { s3, server } = await startFaulty(t, [undefined, { stallAfterBytes: 5 }]);
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'hello world' }));
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=0-' }));
  const chunks = /** @type {import('node:stream').Readable} */ (Body).iterator();
  assert.equal(String((await chunks.next()).value), 'hello');
  const next = chunks.next();
  const stalled = Promise.race([next, new Promise(resolve => setTimeout(resolve, 50, 'nothing'))]);
  assert.equal(await stalled, 'nothing');
  await Promise.all([assert.rejects(next), server.close()]);
});

test('a connection can be dropped before the request is performed', async t => {
  const { s3 } = await startFaulty(t, [{ dropConnection: true }]);
  await assert.rejects(s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' })), { code: 'ECONNRESET' });
  await refused(s3.send(new HeadObjectCommand({ Bucket, Key })), 'NotFound', 404);
});

test('an answer can be lost after the request was performed', async t => {
  /** @type {unknown[]} */
  const events = [];
  const { s3 } = await startFaulty(t, [{ loseAnswer: true }], { onEvent: event => events.push(event) });
  await assert.rejects(s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' })), { code: 'ECONNRESET' });
  assert.equal((await s3.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength, 1);
  await until(() => events.length === 1);
});

test('a request body can be cut off, and leaves no file', async t => {
  const { s3, folder } = await startFaulty(t, [{ cutRequestAfterBytes: 100_000 }]);
  await assert.rejects(s3.send(new PutObjectCommand({ Bucket, Key, Body: pattern(1_500_000) })));
  await refused(s3.send(new HeadObjectCommand({ Bucket, Key })), 'NotFound', 404);
  await until(async () => (await readdir(join(folder, 'bodies'))).length === 0);
});

test('completing an upload can fail in a successful response, and the SDK repeats it', async t => {
  let completions = 0;
  const { server, s3: plain } = await startServer(t, {
    onRequest: ({ operation }) => {
      if (operation === 'CompleteMultipartUpload' && completions++ === 0) return { status: 200, code: 'InternalError' };
      return undefined;
    },
  });
  const s3 = connect(t, server, { maxAttempts: 3 });
  await new Upload({ client: s3, params: { Bucket, Key, Body: pattern(6_000_000) } }).done();
  assert.equal(completions, 2);
  assert.equal((await bytesOf(await plain.send(new GetObjectCommand({ Bucket, Key })))).length, 6_000_000);
});

test('the answer to a completed upload can be lost, and the SDK gets it by repeating the request', async t => {
  /** @type {unknown[]} */
  const events = [];
  let completions = 0;
  const { server } = await startServer(t, {
    onEvent: event => events.push(event),
    onRequest: ({ operation }) => {
      if (operation === 'CompleteMultipartUpload' && completions++ === 0) return { loseAnswer: true };
      return undefined;
    },
  });
  const s3 = connect(t, server, { maxAttempts: 3 });
  const params = { Bucket, Key, Body: pattern(6_000_000), IfNoneMatch: '*' };
  const done = await new Upload({ client: s3, params }).done();
  assert.equal(completions, 2);
  assert.equal((await s3.send(new HeadObjectCommand({ Bucket, Key }))).ETag, done.ETag);
  assert.equal(events.length, 1);
});

test('the hook may be slow, and a request may be delayed', async t => {
  const { s3 } = await startServer(t, {
    onRequest: async () => {
      await new Promise(resolve => setTimeout(resolve, 20));
      return { stallMs: 20 };
    },
  });
  const start = performance.now();
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  assert.ok(performance.now() - start >= 35);
});

test('closing ends delayed requests and frees the port', async t => {
  let arrived = 0;
  const { s3, server } = await startServer(t, {
    onRequest: ({ operation }) => {
      if (operation !== 'CreateBucket') arrived += 1;
      if (operation === 'HeadObject') return { stallMs: 60_000 };
      if (operation === 'GetObject') return new Promise(() => {});
      return undefined;
    },
  });
  const held = [new HeadObjectCommand({ Bucket, Key }), new GetObjectCommand({ Bucket, Key })].map(command =>
    assert.rejects(s3.send(/** @type {any} */ (command)), { code: 'ECONNRESET' }),
  );
  await until(() => arrived === 2);
  await Promise.all([server.close(), ...held]);
  const socket = createConnection(server.port, '127.0.0.1');
  await assert.rejects(new Promise((resolve, reject) => socket.on('connect', resolve).on('error', reject)), {
    code: 'ECONNREFUSED',
  });
});

test('a client that disconnects in the middle of its body leaves no file', async t => {
  const { s3, folder } = await startServer(t);
  const abort = new AbortController();
  const Body = new PassThrough();
  const sent = s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: 100_000 }), {
    abortSignal: abort.signal,
  });
  Body.write(Buffer.alloc(50_000));
  await until(async () => (await readdir(join(folder, 'bodies'))).length === 1);
  abort.abort();
  await assert.rejects(sent, { name: 'AbortError' });
  await until(async () => (await readdir(join(folder, 'bodies'))).length === 0);
  const parts = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId: 'x', MultipartUpload: { Parts: [] } });
  await refused(s3.send(parts), 'MalformedXML', 400);
});

/**
 * A server that injects the given faults into the requests after CreateBucket, one per request.
 *
 * @param {import('node:test').TestContext} t
 * @param {(Fault | undefined)[]} faults
 * @param {import('./fixture.js').Options} [options]
 */
function startFaulty(t, faults, options = {}) {
  const left = [undefined, ...faults];
  return startServer(t, { ...options, onRequest: () => left.shift() });
}
