import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import fc, { caseCount } from '../support/fast-check.js';
import { bytesOf, pattern, refused, startServer } from './fixture.js';

const Bucket = 'bucket';

test('buckets are created once and listed', async t => {
  const { s3 } = await startServer(t);
  await s3.send(new CreateBucketCommand({ Bucket: 'another-bucket-1' }));
  const { Buckets } = await s3.send(new ListBucketsCommand({}));
  assert.deepEqual(
    Buckets?.map(bucket => bucket.Name),
    ['another-bucket-1', 'bucket'],
  );
  await s3.send(new HeadBucketCommand({ Bucket }));
  await refused(s3.send(new HeadBucketCommand({ Bucket: 'none' })), 'NotFound', 404);
  await refused(s3.send(new CreateBucketCommand({ Bucket })), 'BucketAlreadyOwnedByYou', 409);
  await refused(s3.send(new CreateBucketCommand({ Bucket: 'Upper' })), 'InvalidBucketName', 400);
  await refused(s3.send(new PutObjectCommand({ Bucket: 'none', Key: 'a', Body: 'a' })), 'NoSuchBucket', 404);
});

test('an object is read with everything that was written about it', async t => {
  const { s3 } = await startServer(t);
  const Body = pattern(300_000);
  const attributes = {
    ContentType: 'text/csv; charset=utf-8',
    CacheControl: 'no-store',
    ContentDisposition: 'attachment; filename="a.csv"',
    ContentEncoding: 'gzip',
    ContentLanguage: 'en',
    Metadata: { source: 's3://in/x.zip', 'recipe-sha256': 'abc' },
  };
  const ETag = `"${createHash('md5').update(Body).digest('hex')}"`;
  const put = await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body, Tagging: 'one=1&two=a+b', ...attributes }));
  assert.equal(put.ETag, ETag);
  assert.match(put.ChecksumCRC32 ?? '', /^[\w+/]{6}==$/);
  assert.equal(put.ChecksumType, 'FULL_OBJECT');
  assert.equal(put.VersionId, undefined);
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'a', ChecksumMode: 'ENABLED' }));
  for (const result of [got, head]) {
    const { ContentLength, AcceptRanges, TagCount, ChecksumCRC32 } = result;
    const expected = { ...attributes, ETag, ContentLength: Body.length, AcceptRanges: 'bytes', TagCount: 2 };
    const { ContentType, CacheControl, ContentDisposition, ContentEncoding, ContentLanguage, Metadata } = result;
    const described = { ContentType, CacheControl, ContentDisposition, ContentEncoding, ContentLanguage, Metadata };
    assert.deepEqual({ ...described, ETag: result.ETag, ContentLength, AcceptRanges, TagCount }, expected);
    assert.equal(ChecksumCRC32, put.ChecksumCRC32);
    assert.ok(Math.abs(Date.now() - Number(result.LastModified)) < 60_000);
    assert.match(result.$metadata.requestId ?? '', /^[0-9A-F]{16}$/);
  }
  assert.deepEqual(await bytesOf(got), Body);
});

test('ranges return their bytes, and one outside the object is refused with the size', async t => {
  const { s3 } = await startServer(t);
  const Body = pattern(700_000);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body }));
  const get = (/** @type {string} */ Range) => s3.send(new GetObjectCommand({ Bucket, Key: 'a', Range }));
  const position = fc.integer({ min: 0, max: Body.length - 1 });
  await fc.assert(
    fc.asyncProperty(position, position, async (one, other) => {
      const [first, last] = one < other ? [one, other] : [other, one];
      const got = await get(`bytes=${first}-${last}`);
      assert.equal(got.ContentRange, `bytes ${first}-${last}/${Body.length}`);
      assert.equal(got.ContentLength, last - first + 1);
      assert.equal(got.$metadata.httpStatusCode, 206);
      assert.ok((await bytesOf(got)).equals(Body.subarray(first, last + 1)));
    }),
    { numRuns: caseCount(20) },
  );
  assert.ok((await bytesOf(await get('bytes=-10'))).equals(Body.subarray(-10)));
  assert.ok((await bytesOf(await get('bytes=699990-'))).equals(Body.subarray(-10)));
  assert.ok((await bytesOf(await get('bytes=699990-800000'))).equals(Body.subarray(-10)));
  await refused(get('bytes=700000-'), 'InvalidRange', 416);
  const raw = await get('bytes=700000-').catch(error => error.$response);
  assert.equal(raw.headers['content-range'], 'bytes */700000');
});

test('keys are any text of up to 1024 bytes', async t => {
  const { s3 } = await startServer(t);
  const keys = [
    'ü/日本語/😀',
    'a+b c',
    'a%2Fb',
    'a/b',
    '//',
    '/lead',
    '../..',
    'a/../b',
    './x',
    "!'()*~",
    '?#&=;:@',
    '%',
    'é',
  ];
  keys.push(
    'e\u0301',
    'back\\slash',
    'tab\tline\n\u0001',
    'x'.repeat(1024),
    '💾'.repeat(256),
    '__proto__',
    'constructor',
  );
  for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  for (const Key of keys) {
    assert.equal(String(await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key })))), Key);
  }
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket }));
  const sorted = keys.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  assert.deepEqual(
    Contents?.map(object => object.Key),
    sorted,
  );
  const encoded = await s3.send(new ListObjectsV2Command({ Bucket, EncodingType: 'url', Prefix: 'a+' }));
  assert.deepEqual([encoded.Prefix, encoded.Contents?.map(object => object.Key)], ['a%2B', ['a%2Bb+c']]);
  for (const Key of keys) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  assert.equal((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount, 0);
  await refused(s3.send(new PutObjectCommand({ Bucket, Key: 'x'.repeat(1025), Body: '' })), 'KeyTooLongError', 400);
});

test('keys are listed by page, prefix and delimiter', async t => {
  const { s3 } = await startServer(t);
  for (const Key of ['a', 'b/1', 'b/2', 'b/c/3', 'd']) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  const list = async (/** @type {object} */ options) => {
    const names = [];
    /** @type {string | undefined} */
    let ContinuationToken;
    do {
      /** @type {import('@aws-sdk/client-s3').ListObjectsV2CommandOutput} */
      const page = await s3.send(new ListObjectsV2Command({ Bucket, MaxKeys: 2, ContinuationToken, ...options }));
      const found = [...(page.Contents ?? []).map(o => o.Key), ...(page.CommonPrefixes ?? []).map(o => o.Prefix)];
      assert.equal(page.KeyCount, found.length);
      names.push(...found.sort());
      ContinuationToken = page.NextContinuationToken;
      assert.equal(page.IsTruncated, ContinuationToken !== undefined);
    } while (ContinuationToken !== undefined);
    return names;
  };
  assert.deepEqual(await list({}), ['a', 'b/1', 'b/2', 'b/c/3', 'd']);
  assert.deepEqual(await list({ Delimiter: '/' }), ['a', 'b/', 'd']);
  assert.deepEqual(await list({ Delimiter: '/', Prefix: 'b/' }), ['b/1', 'b/2', 'b/c/']);
  assert.deepEqual(await list({ StartAfter: 'b/1' }), ['b/2', 'b/c/3', 'd']);
  assert.deepEqual(await list({ Prefix: 'none' }), []);
  const first = await s3.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1, FetchOwner: true }));
  const [object] = first.Contents ?? [];
  assert.deepEqual([object?.Size, object?.StorageClass, object?.Owner?.ID], [1, 'STANDARD', '000000000000']);
  assert.equal(object?.ETag, '"0cc175b9c0f1b6a831c399e269772661"');
  const bad = s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken: '!' }));
  await refused(bad, 'InvalidArgument', 400);
});

test('deleting a missing object succeeds, and many objects are deleted with one request', async t => {
  const { s3 } = await startServer(t);
  for (const Key of ['a', 'b&<', 'c']) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'none' }));
  const wrong = await s3.send(
    new DeleteObjectsCommand({
      Bucket,
      Delete: { Objects: [{ Key: 'a' }, { Key: 'b&<' }, { Key: 'none' }, { Key: 'c', ETag: '"x"' }] },
    }),
  );
  assert.deepEqual(
    wrong.Deleted?.map(object => object.Key),
    ['a', 'b&<', 'none'],
  );
  assert.deepEqual(
    wrong.Errors?.map(error => [error.Key, error.Code]),
    [['c', 'PreconditionFailed']],
  );
  const quiet = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'c' }], Quiet: true } }));
  assert.deepEqual([quiet.Deleted, quiet.Errors], [undefined, undefined]);
  await refused(s3.send(new GetObjectCommand({ Bucket, Key: 'c' })), 'NoSuchKey', 404);
  await refused(s3.send(new HeadObjectCommand({ Bucket, Key: 'c' })), 'NotFound', 404);
});

test('tags are replaced as a set and checked', async t => {
  const { s3 } = await startServer(t);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'a', Tagging: 'k%20y=v%2B' }));
  const tags = async () => (await s3.send(new GetObjectTaggingCommand({ Bucket, Key: 'a' }))).TagSet;
  const put = (/** @type {{ Key: string, Value: string }[]} */ TagSet) =>
    s3.send(new PutObjectTaggingCommand({ Bucket, Key: 'a', Tagging: { TagSet } }));
  await refused(put([{ Key: 'a&', Value: 'x' }]), 'InvalidTag', 400);
  await put([
    { Key: 'processed', Value: 'yes' },
    { Key: 'ü', Value: '' },
  ]);
  assert.deepEqual(await tags(), [
    { Key: 'processed', Value: 'yes' },
    { Key: 'ü', Value: '' },
  ]);
  await put([]);
  assert.equal((await tags())?.length ?? 0, 0);
  await refused(
    put([
      { Key: 'a', Value: '1' },
      { Key: 'a', Value: '2' },
    ]),
    'InvalidTag',
    400,
  );
  await refused(put(Array.from({ length: 11 }, (_, n) => ({ Key: `k${n}`, Value: '' }))), 'BadRequest', 400);
  await refused(s3.send(new GetObjectTaggingCommand({ Bucket, Key: 'none' })), 'NoSuchKey', 404);
});
