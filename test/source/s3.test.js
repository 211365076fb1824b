import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { openSource } from '../../src/source/open-source.js';
import { s3ClientFactory } from '../../src/storage/s3-client.js';
import { localS3, OWNER } from '../support/s3.js';
import { CHANGED, CONTENT, MIB, opened } from './s3-fixture.js';

/** @import { SourceOptions } from '../../src/source/open-source.js' */

test('an object is a source: its size, etag, output folder and bytes', async t => {
  const { client, source } = await opened(t, { key: 'in/ordner mit leer/ü 100%25+1.ZIP' });
  const Key = 'in/ordner mit leer/ü 100%25+1.ZIP';
  const { ETag = '' } = await client.send(new HeadObjectCommand({ Bucket: 'bucket', Key }));
  assert.equal(source.uri, `s3://bucket/${Key}`);
  assert.equal(source.outputFolder, 'in/ordner mit leer/ü 100%25+1');
  assert.equal(source.bytes, CONTENT.length);
  assert.equal(`"${source.etag}"`, ETag);
  assert.equal(source.versionId, null);
  assert.ok((await buffer(source.read(0, CONTENT.length))).equals(CONTENT));
  assert.equal((await buffer(source.read(5, 5))).length, 0);
});

test('every request is about the version that was opened', async t => {
  const { source, requests } = await opened(t, { versioned: true });
  await buffer(source.read(0, 2 * MIB));
  await buffer(source.read(10, 20));
  const reads = requests.seen.filter(({ operation }) => operation === 'GetObject');
  assert.deepEqual(
    reads.map(({ query }) => query.get('versionId')),
    [source.versionId, source.versionId],
  );
  assert.notEqual(source.versionId, null);
});

test('an opened version is read to its end, whatever is uploaded over it', async t => {
  const { source, put, client } = await opened(t, { versioned: true });
  await put('in/x.zip', 'newer');
  assert.ok((await buffer(source.read(0, CONTENT.length))).equals(CONTENT));
  const newer = await openSource('s3://bucket/in/x.zip', { s3: () => client });
  assert.equal(newer.bytes, 5);
  const older = await openSource('s3://bucket/in/x.zip', { s3: () => client, versionId: source.versionId ?? '' });
  assert.equal(older.etag, source.etag);
});

test('an object that is replaced or deleted while it is read is archive/changed', async t => {
  const { source, put, client } = await opened(t);
  await put('in/x.zip', 'newer');
  await assert.rejects(buffer(source.read(0, 10)), CHANGED);
  await client.send(new DeleteObjectCommand({ Bucket: 'bucket', Key: 'in/x.zip' }));
  await assert.rejects(buffer(source.read(0, 10)), CHANGED);
});

test('a body that breaks after the object was replaced is not continued from the new one', async t => {
  const { source, put, requests } = await opened(t);
  requests.fault = ({ operation }) => (operation === 'GetObject' ? { cutAfterBytes: 70_000 } : undefined);
  const reader = source.read(0, CONTENT.length);
  const first = await reader[Symbol.asyncIterator]().next();
  assert.ok(first.value.length > 0);
  await put('in/x.zip', Buffer.from(CONTENT).reverse());
  await assert.rejects(buffer(reader), CHANGED);
});

test('an event’s etag that is not the current one is archive/changed', async t => {
  const { s3, source } = await opened(t);
  const uri = 's3://bucket/in/x.zip';
  await assert.rejects(openSource(uri, { s3, etag: 'd41d8cd98f00b204e9800998ecf8427e' }), CHANGED);
  for (const etag of [source.etag, `"${source.etag}"`]) {
    assert.equal((await openSource(uri, { s3, etag })).etag, source.etag);
  }
});

test('each way to be missing has its own error', async t => {
  const { s3, client, put } = await localS3(t, { versioned: true });
  const { VersionId = '' } = await put('k', 'x');
  const { VersionId: marker = '' } = await client.send(new DeleteObjectCommand({ Bucket: 'bucket', Key: 'k' }));
  /** @type {[string, SourceOptions, string][]} */
  const cases = [
    ['s3://bucket/missing.zip', {}, 'storage/not-found'],
    ['s3://bucket/k', {}, 'storage/not-found'],
    ['s3://bucket/k', { versionId: marker }, 'storage/not-found'],
    ['s3://no-such-bucket/k', {}, 'storage/no-such-bucket'],
    ['s3://bucket/', {}, 'usage/bad-uri'],
    ['s3://bucket', {}, 'usage/bad-uri'],
    ['s3:/bucket/k', {}, 'usage/bad-uri'],
  ];
  for (const [uri, options, code] of cases) {
    await assert.rejects(openSource(uri, { s3, ...options }), { code }, `${uri} ${code}`);
  }
  assert.equal((await openSource('s3://bucket/k', { s3, versionId: VersionId })).bytes, 1);
});

test('each reason why a storage refuses, or cannot be reached, has its own error', { timeout: 300_000 }, async t => {
  const { server, requests, put, s3 } = await localS3(t);
  await put('k', 'x');
  const settings = { endpoint: server.endpoint, region: 'us-east-1', credentials: server.credentials, maxAttempts: 1 };
  const wrong = { ...server.credentials, secretAccessKey: 'wrong' };
  const noCredentials = async () => {
    throw Object.assign(new Error('Could not load credentials'), { name: 'CredentialsProviderError' });
  };
  /** @type {[string, object][]} */
  const cases = [
    ['storage/no-credentials', { ...settings, credentials: wrong }],
    ['storage/no-credentials', { ...settings, credentials: noCredentials }],
    ['storage/unreachable', { ...settings, endpoint: 'http://127.0.0.1:1' }],
    ['storage/no-region', { ...settings, region: async () => Promise.reject(new Error('Region is missing')) }],
  ];
  for (const [code, config] of cases) {
    const client = s3ClientFactory(config);
    await assert.rejects(openSource('s3://bucket/k', { s3: client }), { name: 'StorageError', code });
    (await client()).destroy();
  }
  requests.fault = () => ({ status: 403, code: 'AccessDenied' });
  await assert.rejects(openSource('s3://bucket/k', { s3 }), {
    code: 'storage/access-denied',
    message: /s3:ListBucket/,
  });
});

test('every request names the expected owner', async t => {
  const { source, requests } = await opened(t, { source: { expectedBucketOwner: OWNER } });
  requests.seen.length = 0;
  await buffer(source.read(0, 10));
  await source.tag?.({ a: 'b' }).catch(() => {});
  await source.remove?.().catch(() => {});
  assert.ok(requests.seen.length >= 4);
  for (const { headers, operation } of requests.seen) {
    assert.equal(headers['x-amz-expected-bucket-owner'], OWNER, operation);
  }
});
