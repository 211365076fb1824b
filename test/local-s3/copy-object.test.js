import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { startLocalS3 } from '../../local-s3/server.js';
import { bytesOf, changeRequests, connect, pattern, refused, startServer, until } from './fixture.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

const Bucket = 'bucket';

test('a copy has the bytes, the headers, the metadata, the tags and the checksum of its source', async t => {
  const { s3 } = await startServer(t);
  await s3.send(new CreateBucketCommand({ Bucket: 'other' }));
  const described = { ContentType: 'text/csv', ContentLanguage: 'de', CacheControl: 'no-store', Metadata: { a: 'b' } };
  const put = await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', Tagging: 'k=v', ...described }));
  for (const CopySource of ['bucket/a', '/bucket/a', 'bucket%2Fa']) {
    const copied = await s3.send(
      new CopyObjectCommand({ Bucket: 'other', Key: 'b', CopySource, Metadata: { no: 'no' }, Tagging: 'no=no' }),
    );
    assert.equal(copied.CopyObjectResult?.ETag, put.ETag);
    assert.equal(copied.CopyObjectResult?.ChecksumCRC32, put.ChecksumCRC32);
    assert.ok(Math.abs(Number(copied.CopyObjectResult?.LastModified) - Date.now()) < 60_000);
    const got = await s3.send(new GetObjectCommand({ Bucket: 'other', Key: 'b', ChecksumMode: 'ENABLED' }));
    const { ContentType, ContentLanguage, CacheControl, Metadata, ChecksumCRC32 } = got;
    assert.deepEqual({ ContentType, ContentLanguage, CacheControl, Metadata }, described);
    assert.equal(ChecksumCRC32, put.ChecksumCRC32);
    assert.equal(String(await bytesOf(got)), 'x');
    assert.deepEqual(await tagsOf(s3, 'b', 'other'), ['k=v']);
  }
});

test('a copy may have other headers and metadata, or other tags', async t => {
  const { s3 } = await startServer(t);
  const described = { ContentType: 'text/csv', Metadata: { a: 'b' }, Tagging: 'k=v' };
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', ...described }));
  const copy = (/** @type {object} */ options) =>
    s3.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource: 'bucket/a', ...options }));
  const head = () => s3.send(new HeadObjectCommand({ Bucket, Key: 'b' }));

  await copy({ MetadataDirective: 'REPLACE', Metadata: { c: 'd' } });
  const replaced = await head();
  assert.deepEqual([replaced.ContentType, replaced.Metadata], ['binary/octet-stream', { c: 'd' }]);
  assert.deepEqual(await tagsOf(s3, 'b'), ['k=v']);

  await copy({ TaggingDirective: 'REPLACE', Tagging: 'x=y' });
  const copied = await head();
  assert.deepEqual([copied.ContentType, copied.Metadata], ['text/csv', { a: 'b' }]);
  assert.deepEqual(await tagsOf(s3, 'b'), ['x=y']);

  await copy({ TaggingDirective: 'REPLACE' });
  assert.deepEqual(await tagsOf(s3, 'b'), []);
  await refused(copy({ MetadataDirective: 'MOVE' }), 'InvalidArgument', 400);
  await refused(copy({ TaggingDirective: 'MOVE' }), 'InvalidArgument', 400);
});

test('an object is copied onto itself only with other metadata, as a new write', async t => {
  /** @type {any[]} */
  const events = [];
  const { s3 } = await startServer(t, { onEvent: event => events.push(event.Records[0]) });
  const { ETag } = await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', Tagging: 'sluice=processed' }));
  const copy = (/** @type {object} */ options) =>
    s3.send(new CopyObjectCommand({ Bucket, Key: 'a', CopySource: 'bucket/a', ...options }));
  await refused(copy({}), 'InvalidRequest', 400);
  await refused(copy({ TaggingDirective: 'REPLACE' }), 'InvalidRequest', 400);
  await refused(copy({ ChecksumAlgorithm: 'SHA256' }), 'InvalidRequest', 400);
  await copy({ MetadataDirective: 'REPLACE', TaggingDirective: 'REPLACE' });
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  assert.deepEqual([got.ETag, String(await bytesOf(got)), await tagsOf(s3, 'a')], [ETag, 'x', []]);
  await until(() => events.length === 2);
  const [put, copied] = events;
  assert.deepEqual([put.eventName, copied.eventName], ['ObjectCreated:Put', 'ObjectCreated:Copy']);
  assert.deepEqual([copied.s3.object.key, copied.s3.object.size], ['a', 1]);
  assert.ok(put.s3.object.sequencer < copied.s3.object.sequencer);
});

test('a source is found by its encoded key and its version', async t => {
  const { s3 } = await startServer(t, { versioned: true });
  for (const Key of ['ü b+/..%/(x)*?', 'a?versionId=1', 'a b']) {
    const put = (/** @type {string} */ Body) => s3.send(new PutObjectCommand({ Bucket, Key, Body }));
    const [first, second] = [await put('1'), await put('2')];
    const CopySource = `${Bucket}/${encodeURIComponent(Key)}`;
    const current = await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource }));
    assert.equal(current.CopySourceVersionId, second.VersionId);
    const restored = await s3.send(
      new CopyObjectCommand({ Bucket, Key, CopySource: `${CopySource}?versionId=${first.VersionId}` }),
    );
    assert.equal(restored.CopySourceVersionId, first.VersionId);
    const got = await s3.send(new GetObjectCommand({ Bucket, Key }));
    assert.deepEqual([got.VersionId, String(await bytesOf(got))], [restored.VersionId, '1']);
  }
  // In this header, a plus means a space.
  const spaced = await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: 'bucket/a+b' }));
  assert.ok(spaced.CopySourceVersionId);
});

test('a missing or unspecified source is refused and changes nothing', async t => {
  const { s3, server } = await startServer(t, { versioned: true });
  const { VersionId } = await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' }));
  const marker = await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
  const copy = (/** @type {string} */ CopySource, /** @type {object} */ options = {}) =>
    s3.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource, ...options }));
  await refused(copy('none/a'), 'NoSuchBucket', 404);
  await refused(copy('bucket/none'), 'NoSuchKey', 404);
  await refused(copy('bucket/a'), 'NoSuchKey', 404);
  await refused(copy('bucket/a?versionId=none'), 'NoSuchVersion', 404);
  await refused(copy(`bucket/a?versionId=${marker.VersionId}`), 'InvalidRequest', 400);
  for (const wrong of ['bucket', 'bucket/', 'bucket/a?b', 'bucket/%ff', '?versionId=1']) {
    await refused(copy(wrong), 'InvalidArgument', 400);
  }
  const found = `bucket/a?versionId=${VersionId}`;
  await refused(copy(found, { Bucket: 'none' }), 'NoSuchBucket', 404);
  await refused(copy(found, { Key: 'k'.repeat(1025) }), 'KeyTooLongError', 400);
  await refused(copy(found, { ExpectedSourceBucketOwner: '111111111111' }), 'AccessDenied', 403);
  const strange = connect(t, server);
  changeRequests(strange, { headers: { 'x-amz-copy-source-server-side-encryption-customer-key': 'k' } });
  const encrypted = new CopyObjectCommand({ Bucket, Key: 'b', CopySource: found });
  await refused(strange.send(encrypted), 'NotImplemented', 501);
  await refused(s3.send(new HeadObjectCommand({ Bucket, Key: 'b' })), 'NotFound', 404);
  await copy(found, { ExpectedSourceBucketOwner: '000000000000' });
});

test('conditions on the source and on the destination are checked', async t => {
  const { s3 } = await startServer(t);
  const { ETag } = await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' }));
  const there = await s3.send(new PutObjectCommand({ Bucket, Key: 'b', Body: 'y' }));
  const copy = (/** @type {object} */ options) =>
    s3.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource: 'bucket/a', ...options }));
  const [past, future] = [new Date(0), new Date(Date.now() + 86_400_000)];
  for (const failing of [
    { CopySourceIfMatch: '"other"' },
    { CopySourceIfNoneMatch: ETag },
    { CopySourceIfUnmodifiedSince: past },
    { CopySourceIfModifiedSince: future },
    { CopySourceIfMatch: '"other"', CopySourceIfUnmodifiedSince: future },
    { CopySourceIfNoneMatch: ETag, CopySourceIfModifiedSince: past },
    { CopySourceIfMatch: ETag, CopySourceIfModifiedSince: future },
    { IfNoneMatch: '*' },
    { IfMatch: ETag },
  ]) {
    await refused(copy(failing), 'PreconditionFailed', 412);
  }
  await refused(copy({ Key: 'none', IfMatch: ETag }), 'NoSuchKey', 404);
  assert.equal((await s3.send(new HeadObjectCommand({ Bucket, Key: 'b' }))).ETag, there.ETag);
  for (const holding of [
    { IfMatch: there.ETag },
    { Key: 'new', IfNoneMatch: '*' },
    { CopySourceIfMatch: ETag },
    { CopySourceIfMatch: ETag, CopySourceIfUnmodifiedSince: past },
    { CopySourceIfNoneMatch: '"other"' },
    { CopySourceIfModifiedSince: past },
    { CopySourceIfUnmodifiedSince: future },
  ]) {
    await copy(holding);
  }
});

test('a copy of a multipart object is a single object, with an ETag and a checksum of its own', async t => {
  const { s3 } = await startServer(t);
  const Body = pattern(12_000_000);
  const params = { Bucket, Key: 'a', Body, ContentType: 'text/csv' };
  const done = await new Upload({ client: s3, params }).done();
  assert.match(done.ETag ?? '', /-3"$/);
  const { CopyObjectResult: copied } = await s3.send(
    new CopyObjectCommand({ Bucket, Key: 'b', CopySource: 'bucket/a', ChecksumAlgorithm: 'SHA256' }),
  );
  assert.equal(copied?.ETag, `"${createHash('md5').update(Body).digest('hex')}"`);
  assert.equal(copied?.ChecksumSHA256, createHash('sha256').update(Body).digest('base64'));
  assert.equal(copied?.ChecksumType, 'FULL_OBJECT');
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'b', ChecksumMode: 'ENABLED' }));
  assert.ok((await bytesOf(got)).equals(Body));
});

test('a copy takes no space, outlives its source and a restart, and disappears when it is deleted', async t => {
  const { s3, server, folder } = await startServer(t);
  const Body = pattern(3_000_000);
  const bodies = join(folder, 'bodies');
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body }));
  await s3.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource: 'bucket/a' }));
  const files = await readdir(bodies);
  const inodes = await Promise.all(files.map(async file => (await stat(join(bodies, file))).ino));
  assert.deepEqual([files.length, new Set(inodes).size], [2, 1]);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
  await server.close();

  const again = await startLocalS3({ folder });
  t.after(() => again.close());
  const client = connect(t, again);
  assert.ok((await bytesOf(await client.send(new GetObjectCommand({ Bucket, Key: 'b' })))).equals(Body));
  await client.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource: 'bucket/b', MetadataDirective: 'REPLACE' }));
  assert.ok((await bytesOf(await client.send(new GetObjectCommand({ Bucket, Key: 'b' })))).equals(Body));
  await until(async () => (await readdir(bodies)).length === 1);
  await client.send(new DeleteObjectCommand({ Bucket, Key: 'b' }));
  await until(async () => (await readdir(bodies)).length === 0);
});

test('a failed copy leaves no file behind', async t => {
  const { s3, folder } = await startServer(t);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' }));
  await refused(
    s3.send(
      new CopyObjectCommand({
        Bucket,
        Key: 'a',
        CopySource: 'bucket/a',
        IfNoneMatch: '*',
        MetadataDirective: 'REPLACE',
      }),
    ),
    'PreconditionFailed',
    412,
  );
  await until(async () => (await readdir(join(folder, 'bodies'))).length === 1);
});

/**
 * @param {S3Client} s3
 * @param {string} Key
 * @param {string} [inBucket]
 */
async function tagsOf(s3, Key, inBucket = Bucket) {
  const { TagSet } = await s3.send(new GetObjectTaggingCommand({ Bucket: inBucket, Key }));
  return TagSet?.map(({ Key, Value }) => `${Key}=${Value}`);
}
