import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { checkSignature } from '../../local-s3/signature.js';
import { bytesOf, startServer } from './fixture.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

const Bucket = 'bucket';
// The example in Amazon's documentation of Signature Version 4 for S3.
const EXAMPLE = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };

test('the presigned request of the documentation is accepted until it expires', t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2013-05-24T23:00:00Z') });
  const query = new Map([
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${EXAMPLE.accessKeyId}/20130524/us-east-1/s3/aws4_request`],
    ['X-Amz-Date', '20130524T000000Z'],
    ['X-Amz-Expires', '86400'],
    ['X-Amz-SignedHeaders', 'host'],
    ['X-Amz-Signature', 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'],
  ]);
  const headers = { host: 'examplebucket.s3.amazonaws.com' };
  const target = { method: 'GET', rawPath: '/test.txt', bucket: '', key: '', query, headers };
  assert.equal(checkSignature(target, EXAMPLE).payload, 'UNSIGNED-PAYLOAD');
  const refusedAt = (/** @type {string} */ moment, /** @type {string} */ message) => {
    t.mock.timers.setTime(Date.parse(moment));
    assert.throws(() => checkSignature(target, EXAMPLE), { code: 'AccessDenied', message });
  };
  refusedAt('2013-05-25T00:00:01Z', 'Request has expired');
  refusedAt('2013-05-23T23:44:59Z', 'Request is not yet valid');
});

test('links signed by the SDK write, read, describe and delete objects with any key', async t => {
  const { s3 } = await startServer(t);
  for (const Key of ['a', "ü b+/..%/(x)*'!~", 'a?b=c&d#e', '//a/', 'versionId']) {
    const object = { Bucket, Key };
    const described = { Metadata: { a: 'b' }, Tagging: 'k=v&l=w' };
    const put = await presign(s3, new PutObjectCommand({ ...object, ...described }));
    assert.equal((await fetch(put, { method: 'PUT', body: 'hello' })).status, 200);
    const got = await fetch(await presign(s3, new GetObjectCommand(object)));
    assert.deepEqual([got.status, await got.text()], [200, 'hello']);
    assert.deepEqual([got.headers.get('x-amz-meta-a'), got.headers.get('x-amz-tagging-count')], ['b', '2']);
    const part = await fetch(await presign(s3, new GetObjectCommand({ ...object, Range: 'bytes=1-2' })), {
      headers: { range: 'bytes=1-2' },
    });
    assert.deepEqual([part.status, await part.text()], [206, 'el']);
    const head = await fetch(await presign(s3, new HeadObjectCommand(object)), { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '5']);
    const removed = await fetch(await presign(s3, new DeleteObjectCommand(object)), { method: 'DELETE' });
    assert.equal(removed.status, 204);
    assert.equal((await fetch(await presign(s3, new GetObjectCommand(object)))).status, 404);
  }
});

test('a link may override the headers of its answer', async t => {
  const { s3 } = await startServer(t);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', ContentType: 'text/csv' }));
  const wanted = {
    ResponseContentDisposition: 'attachment; filename="a b.csv"',
    ResponseContentType: 'text/plain; charset=utf-8',
    ResponseCacheControl: 'no-store',
  };
  const { headers } = await fetch(await presign(s3, new GetObjectCommand({ Bucket, Key: 'a', ...wanted })));
  assert.equal(headers.get('content-disposition'), wanted.ResponseContentDisposition);
  assert.equal(headers.get('content-type'), wanted.ResponseContentType);
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('a copy and a part can be requested by links too', async t => {
  const { s3 } = await startServer(t);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' }));
  const copy = new CopyObjectCommand({ Bucket, Key: 'b', CopySource: 'bucket/a' });
  const copied = await fetch(await presign(s3, copy), { method: 'PUT' });
  assert.match(await copied.text(), /<CopyObjectResult/);
  assert.equal(String(await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key: 'b' })))), 'x');
  const part = new UploadPartCommand({ Bucket, Key: 'c', UploadId: 'none', PartNumber: 1 });
  const sent = await fetch(await presign(s3, part), { method: 'PUT', body: 'x' });
  assert.match(await sent.text(), /<Code>NoSuchUpload<\/Code>/);
});

test('a link that is changed, used for another request, or expired is refused', async t => {
  const { s3, server } = await startServer(t);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' }));
  const url = await presign(s3, new GetObjectCommand({ Bucket, Key: 'a' }));
  const refusal = async (/** @type {string} */ link, /** @type {RequestInit} */ options = {}) => {
    const response = await fetch(link, options);
    const text = await response.text();
    return `${response.status} ${/<Code>(.*)<\/Code>/.exec(text)?.[1]} ${/<Message>(.*)<\/Message>/.exec(text)?.[1]}`;
  };
  const set = (/** @type {string} */ name, /** @type {string | null} */ value) => {
    const changed = new URL(url);
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
    return changed.href;
  };
  assert.equal((await fetch(url)).status, 200);
  for (const changed of [url.replace('/a?', '/b?'), set('X-Amz-Expires', '61'), set('response-content-type', 'a/b')]) {
    assert.match(await refusal(changed), /^403 SignatureDoesNotMatch/);
  }
  assert.match(await refusal(url, { method: 'DELETE' }), /^403 SignatureDoesNotMatch/);
  assert.match(await refusal(url, { headers: { 'x-amz-meta-a': 'b' } }), /^403 AccessDenied .*not signed/);
  assert.match(
    await refusal(url, { headers: { authorization: 'AWS4-HMAC-SHA256 x' } }),
    /^400 InvalidArgument Only one/,
  );
  assert.match(await refusal(set('X-Amz-Credential', 'unknown/20260101/eu-west-1/s3/aws4_request')), /^403 InvalidAcc/);
  for (const [name, value] of /** @type {[string, string | null][]} */ ([
    ['X-Amz-Expires', '604801'],
    ['X-Amz-Expires', '-1'],
    ['X-Amz-Expires', '1e3'],
    ['X-Amz-Expires', ''],
    ['X-Amz-Expires', null],
    ['X-Amz-Signature', null],
    ['X-Amz-Date', null],
    ['X-Amz-Date', 'yesterday'],
    ['X-Amz-SignedHeaders', null],
    ['X-Amz-Credential', 'local'],
    ['X-Amz-Algorithm', 'AWS4-ECDSA-P256-SHA256'],
    ['X-Amz-Algorithm', null],
  ])) {
    assert.match(await refusal(set(name, value)), /^400 AuthorizationQueryParametersError/, `${name}=${value}`);
  }
  assert.equal((await fetch(await presign(s3, new GetObjectCommand({ Bucket, Key: 'a' }), 604_800))).status, 200);
  const hourAgo = new Date(Date.now() - 3_600_000);
  const expired = await presign(s3, new GetObjectCommand({ Bucket, Key: 'a' }), 3_599, hourAgo);
  assert.match(await refusal(expired), /^403 AccessDenied Request has expired/);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const early = await presign(s3, new GetObjectCommand({ Bucket, Key: 'a' }), 60, tomorrow);
  assert.match(await refusal(early), /^403 AccessDenied Request is not yet valid/);
  assert.match(await refusal(`${server.endpoint}/bucket/a`), /^403 AccessDenied/);
});

test('a link with an unsupported request is refused', async t => {
  const { s3 } = await startServer(t);
  const acl = await presign(s3, new PutObjectCommand({ Bucket, Key: 'a', ACL: 'public-read' }));
  const sent = await fetch(acl, { method: 'PUT', body: 'x' });
  assert.deepEqual([sent.status, /x-amz-acl/.test(await sent.text())], [501, true]);
});

test('a body without a length is refused', async t => {
  const { s3 } = await startServer(t);
  const body = new Blob(['x']).stream();
  const url = await presign(s3, new PutObjectCommand({ Bucket, Key: 'a' }));
  const sent = await fetch(url, { method: 'PUT', body, duplex: 'half' });
  assert.equal(sent.status, 501);
  assert.match(await sent.text(), /Transfer-Encoding/);
});

test('links of Signature Version 2 are accepted until they expire', async t => {
  const { s3, server } = await startServer(t);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'ü b', Body: 'x' }));
  const soon = Math.floor(Date.now() / 1000) + 60;
  const path = '/bucket/%C3%BC%20b';
  const get = (/** @type {number | string} */ expires, query = '') =>
    signVersion2(
      server,
      `GET\n\n\n${expires}\n${path}${query && `?${decodeURIComponent(query)}`}`,
      path,
      expires,
      query,
    );
  const got = await fetch(get(soon, 'response-content-type=text%2Fplain'));
  assert.deepEqual([got.status, got.headers.get('content-type'), await got.text()], [200, 'text/plain', 'x']);
  const put = signVersion2(
    server,
    `PUT\n\ntext/csv\n${soon}\nx-amz-meta-a:b\n${path}`,
    path,
    soon,
    'content-type=text%2Fcsv&x-amz-meta-a=b',
  );
  assert.equal((await fetch(put, { method: 'PUT', body: Buffer.from('y') })).status, 200);
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'ü b' }));
  assert.deepEqual([head.ContentType, head.Metadata], ['text/csv', { a: 'b' }]);
  for (const [url, reason] of /** @type {[string, RegExp][]} */ ([
    [get(soon - 61), /AccessDenied.*Request has expired/s],
    [get('soon'), /AccessDenied.*seconds/s],
    [get(soon).replace(/Expires=\d+/, `Expires=${soon + 1}`), /SignatureDoesNotMatch/],
    [get(soon).replace('AWSAccessKeyId=local', 'AWSAccessKeyId=unknown'), /InvalidAccessKeyId/],
    [get(soon).replace(/Expires=\d+/, ''), /AccessDenied.*Expires/s],
  ])) {
    const response = await fetch(url);
    assert.deepEqual([response.status, reason.test(await response.text())], [403, true], url);
  }
});

/**
 * Signs the request that the client would send, as the SDK's presigner does.
 *
 * @param {S3Client} s3
 * @param {any} command
 * @param {number} [expiresIn] Seconds.
 * @param {Date} [signingDate]
 * @returns {Promise<string>}
 */
async function presign(s3, command, expiresIn = 60, signingDate = new Date()) {
  const unsent = new Error('not sent');
  /** @type {any} */
  let request;
  command.middlewareStack.add(
    () => async (/** @type {any} */ args) => {
      request = args.request;
      throw unsent;
    },
    { step: 'finalizeRequest', priority: 'low', name: 'presign', override: true },
  );
  await s3.send(command).catch(error => assert.equal(error, unsent));
  delete request.headers['content-length'];
  delete request.headers['content-type'];
  request.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
  const signer = /** @type {any} */ (await /** @type {any} */ (s3.config).signer());
  const unsignableHeaders = new Set(['user-agent', 'amz-sdk-invocation-id', 'amz-sdk-request', 'range']);
  const { protocol, hostname, port, path, query } = await signer.presign(request, {
    expiresIn,
    signingDate,
    unsignableHeaders,
  });
  const pairs = Object.entries(query).map(pair => pair.map(text => encodeURIComponent(String(text))).join('='));
  return `${protocol}//${hostname}:${port}${path}?${pairs.join('&')}`;
}

/**
 * @param {import('./fixture.js').LocalS3} server
 * @param {string} text
 * @param {string} path
 * @param {number | string} expires
 * @param {string} query
 */
function signVersion2({ endpoint, credentials }, text, path, expires, query) {
  const signature = createHmac('sha1', credentials.secretAccessKey).update(text).digest('base64');
  const signed = `AWSAccessKeyId=${credentials.accessKeyId}&Signature=${encodeURIComponent(signature)}&Expires=${expires}`;
  return `${endpoint}${path}?${query && `${query}&`}${signed}`;
}
