import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { GetObjectCommand, HeadBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { checkSignature } from '../../local-s3/signature.js';
import { changeRequests, connect, refused, startServer } from './fixture.js';

const Bucket = 'bucket';

// The examples in Amazon's documentation of Signature Version 4 for S3.
const EXAMPLE = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const EMPTY = createHash('sha256').digest('hex');
const SCOPE = `${EXAMPLE.accessKeyId}/20130524/us-east-1/s3/aws4_request`;

test('the signature in the headers of the documentation is accepted', t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2013-05-24T00:05:00Z') });
  const signed = 'host;range;x-amz-content-sha256;x-amz-date';
  const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=${signed},Signature=${signature}`,
  };
  const target = { method: 'GET', rawPath: '/test.txt', bucket: '', key: '', query: new Map(), headers };
  assert.equal(checkSignature(target, EXAMPLE).region, 'us-east-1');
  const other = { ...target, rawPath: '/test.txt2' };
  assert.throws(() => checkSignature(other, EXAMPLE), { code: 'SignatureDoesNotMatch' });
  const unsigned = { ...target, headers: { ...headers, 'x-amz-meta-a': 'b' } };
  assert.throws(() => checkSignature(unsigned, EXAMPLE), { code: 'AccessDenied' });
  t.mock.timers.setTime(Date.parse('2013-05-24T00:15:01Z'));
  assert.throws(() => checkSignature(target, EXAMPLE), { code: 'RequestTimeTooSkewed' });
});

test('a wrong secret, an unknown key and a missing signature are refused', async t => {
  const { server } = await startServer(t);
  const put = (/** @type {object} */ credentials) =>
    connect(t, { ...server, credentials: { ...server.credentials, ...credentials } }).send(
      new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' }),
    );
  await put({});
  await refused(put({ secretAccessKey: 'wrong' }), 'SignatureDoesNotMatch', 403);
  await refused(put({ accessKeyId: 'unknown' }), 'InvalidAccessKeyId', 403);
  await refused(put({ sessionToken: 'token' }), 'InvalidToken', 400);
  const anonymous = await fetch(`${server.endpoint}/bucket/a`);
  assert.equal(anonymous.status, 403);
  assert.match(await anonymous.text(), /<Code>AccessDenied<\/Code>.*<Resource>\/bucket\/a<\/Resource>/s);
});

test('a body other than the signed one is refused', async t => {
  const { server } = await startServer(t);
  const s3 = connect(t, server);
  changeRequests(s3, { headers: { 'x-amz-content-sha256': EMPTY } });
  await refused(s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' })), 'XAmzContentSHA256Mismatch', 400);
});

test('signed chunks are verified from the signature of the request on', async t => {
  const { server, s3 } = await startServer(t);
  const body = Buffer.alloc(20_000, 'x');
  const path = '/bucket/chunks';
  for (const [trailer, broken, status] of /** @type {[boolean, boolean, number][]} */ ([
    [false, false, 200],
    [true, false, 200],
    [false, true, 403],
    [true, true, 403],
  ])) {
    const { headers, sign } = signHeaders(server, path, body.length, trailer);
    const framed = signChunks(body, sign, trailer);
    if (broken) framed[100] = 0x79;
    const sent = await fetch(server.endpoint + path, { method: 'PUT', headers, body: framed });
    assert.equal(sent.status, status, await sent.text());
  }
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'chunks' }));
  assert.equal(await got.Body?.transformToString(), body.toString());
});

test('metadata outside ASCII is refused, as by S3, because the SDK signs other bytes than it sends', async t => {
  const { s3 } = await startServer(t);
  const put = s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: Buffer.from('x'), Metadata: { name: 'ü' } }));
  await refused(put, 'SignatureDoesNotMatch', 403);
});

test('a request that expects another owner of the bucket is refused', async t => {
  const { s3 } = await startServer(t);
  await s3.send(new HeadBucketCommand({ Bucket, ExpectedBucketOwner: '000000000000' }));
  const put = s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', ExpectedBucketOwner: '111111111111' }));
  await refused(put, 'AccessDenied', 403);
});

/** @typedef {import('./fixture.js').LocalS3} LocalS3 */

/**
 * @param {LocalS3} server
 * @param {string} path
 * @param {number} bytes
 * @param {boolean} trailer
 */
function signHeaders({ endpoint, credentials }, path, bytes, trailer) {
  const { date, scope, sign } = signer(credentials);
  /** @type {Record<string, string>} */
  const headers = {
    host: new URL(endpoint).host,
    'x-amz-content-sha256': `STREAMING-AWS4-HMAC-SHA256-PAYLOAD${trailer ? '-TRAILER' : ''}`,
    'x-amz-date': date,
    'x-amz-decoded-content-length': String(bytes),
    ...(trailer && { 'x-amz-trailer': 'x-amz-checksum-sha256' }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = ['PUT', path, '', lines.join(''), names, headers['x-amz-content-sha256']].join('\n');
  const signature = sign('AWS4-HMAC-SHA256', sha256(request));
  const credential = `Credential=${credentials.accessKeyId}/${scope}`;
  headers.authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { headers, sign: signFrom(signature, sign) };
}

/**
 * @param {Buffer} body
 * @param {(kind: string, ...lines: string[]) => string} sign
 * @param {boolean} trailer
 */
function signChunks(body, sign, trailer) {
  const pieces = [];
  for (const chunk of [body.subarray(0, 12_000), body.subarray(12_000), body.subarray(body.length)]) {
    const signature = sign('AWS4-HMAC-SHA256-PAYLOAD', EMPTY, sha256(chunk));
    pieces.push(`${chunk.length.toString(16)};chunk-signature=${signature}\r\n`, chunk, chunk.length > 0 ? '\r\n' : '');
  }
  if (trailer) {
    const line = `x-amz-checksum-sha256:${createHash('sha256').update(body).digest('base64')}`;
    pieces.push(`${line}\r\nx-amz-trailer-signature:${sign('AWS4-HMAC-SHA256-TRAILER', sha256(`${line}\n`))}\r\n`);
  }
  return Buffer.concat([...pieces, '\r\n'].map(piece => Buffer.from(piece)));
}

/** @param {LocalS3['credentials']} credentials */
function signer({ secretAccessKey }) {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const hmac = (/** @type {string | Buffer} */ key, /** @type {string} */ text) =>
    createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce(hmac, /** @type {string | Buffer} */ (`AWS4${secretAccessKey}`));
  const sign = (/** @type {string} */ kind, /** @type {string[]} */ ...lines) =>
    hmac(key, [kind, date, scope, ...lines].join('\n')).toString('hex');
  return { date, scope, sign };
}

/**
 * @param {string} seed
 * @param {ReturnType<typeof signer>['sign']} sign
 * @returns {ReturnType<typeof signer>['sign']}
 */
function signFrom(seed, sign) {
  let previous = seed;
  return (kind, ...lines) => {
    previous = sign(kind, previous, ...lines);
    return previous;
  };
}

/** @param {string | Buffer} data */
function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}
