import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { S3Prefix } from '../../../src/destination/s3/prefix.js';
import { httpStatus } from '../../../src/storage/http-status.js';
import { parseS3Uri } from '../../../src/storage/s3-uri.js';
import { localS3 } from '../../support/s3.js';

test('a path lies under the prefix, with one slash between them', async t => {
  const { client } = await localS3(t);
  for (const [uri, key] of [
    ['s3://bucket', 'x/a'],
    ['s3://bucket/', 'x/a'],
    ['s3://bucket/out', 'out/x/a'],
    ['s3://bucket/out//', 'out/x/a'],
  ]) {
    const prefix = new S3Prefix(client, parseS3Uri(uri), undefined);
    assert.equal(prefix.target('x/a').Key, key, uri);
    assert.equal(prefix.locate('x/a'), `s3://bucket/${key}`);
  }
});

test('an object is listed, looked at and removed by its path', async t => {
  const { client, put } = await localS3(t);
  await put('out/x/a', 'content');
  const prefix = new S3Prefix(client, parseS3Uri('s3://bucket/out'), undefined);
  const [{ path, ETag }] = await Readable.from(prefix.list('x', undefined)).toArray();
  assert.equal(path, 'x/a');
  assert.equal((await prefix.head('x/a'))?.ETag, ETag);
  assert.equal(await prefix.head('x/b'), null);
  assert.equal(await prefix.remove('x/a', '"another"'), false);
  assert.equal(await prefix.remove('x/a', ETag), true);
  assert.equal(await prefix.head('x/a'), null);
});

test('an object that is gone is none that was removed', async t => {
  const { client } = await localS3(t);
  const prefix = new S3Prefix(client, parseS3Uri('s3://bucket/out'), undefined);
  assert.equal(await prefix.remove('x/b', '"etag"'), false);
});

test('whatever else a request fails with is thrown', async t => {
  const { client, requests } = await localS3(t);
  requests.fault = () => ({ status: 403, code: 'AccessDenied' });
  const prefix = new S3Prefix(client, parseS3Uri('s3://bucket/out'), undefined);
  await assert.rejects(prefix.head('x/a'), error => httpStatus(error) === 403);
  await assert.rejects(prefix.remove('x/a', '"etag"'), { name: 'AccessDenied' });
  requests.fault = () => {};
  const nowhere = new S3Prefix(client, parseS3Uri('s3://no-such-bucket/out'), undefined);
  await assert.rejects(nowhere.remove('x/a', '"etag"'), { name: 'NoSuchBucket' });
});
