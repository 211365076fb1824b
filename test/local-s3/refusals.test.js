import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CopyObjectCommand,
  GetBucketLocationCommand,
  GetObjectAclCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  PutObjectLockConfigurationCommand,
} from '@aws-sdk/client-s3';
import { changeRequests, connect, refused, startServer } from './fixture.js';

const Bucket = 'bucket';
const Key = 'a';

test('an unsupported request is refused as not implemented', async t => {
  const { s3 } = await startServer(t);
  const put = (/** @type {object} */ options) => s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', ...options }));
  const get = (/** @type {object} */ options) => s3.send(new GetObjectCommand({ Bucket, Key, ...options }));
  const copy = (/** @type {object} */ options) =>
    s3.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource: 'bucket/a', ...options }));
  await put({});
  const requests = [
    () => put({ ACL: 'public-read' }),
    () => put({ ServerSideEncryption: 'AES256' }),
    () => put({ StorageClass: 'GLACIER' }),
    () => put({ ObjectLockLegalHoldStatus: 'ON' }),
    () => put({ SSECustomerAlgorithm: 'AES256', SSECustomerKey: 'k'.repeat(32) }),
    () => put({ WebsiteRedirectLocation: '/x' }),
    () => get({ PartNumber: 1 }),
    () => get({ IfModifiedSince: new Date(0) }),
    () => get({ Range: 'bytes=0-0,1-1' }),
    () => copy({ StorageClass: 'GLACIER' }),
    () => copy({ ACL: 'public-read' }),
    () => copy({ CopySource: 'arn:aws:s3:us-east-1:000000000000:accesspoint/a/object/b' }),
    () => s3.send(new GetObjectAclCommand({ Bucket, Key })),
    () => s3.send(new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ['ETag'] })),
    () => s3.send(new GetBucketLocationCommand({ Bucket })),
    () => s3.send(new ListObjectsCommand({ Bucket })),
    () => s3.send(new PutObjectLockConfigurationCommand({ Bucket })),
  ];
  for (const request of requests) await refused(request(), 'NotImplemented', 501);
});

test('an unknown header or query parameter is refused', async t => {
  const { server } = await startServer(t);
  for (const change of [{ headers: { 'x-amz-new-thing': '1' } }, { query: { torrent: '' } }]) {
    const s3 = connect(t, server);
    changeRequests(s3, change);
    await refused(s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' })), 'NotImplemented', 501);
  }
});

test('metadata is limited', async t => {
  const { s3 } = await startServer(t);
  const put = (/** @type {number} */ length) =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', Metadata: { a: 'x'.repeat(length) } }));
  await put(2047);
  await refused(put(2048), 'MetadataTooLarge', 400);
});

test('refusing a large body before it is read does not break the connection', async t => {
  const { s3 } = await startServer(t);
  for (const Body of [Buffer.alloc(1_000_000), Buffer.alloc(12_000_000)]) {
    await refused(s3.send(new PutObjectCommand({ Bucket: 'none', Key, Body })), 'NoSuchBucket', 404);
  }
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
});

test('a path that cannot be decoded is refused', async t => {
  const { server } = await startServer(t);
  const response = await fetch(`${server.endpoint}/bucket/%ff`);
  assert.equal(response.status, 400);
  assert.match(await response.text(), /<Code>InvalidURI<\/Code>/);
});
