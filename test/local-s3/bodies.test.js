import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { bytesOf, changeRequests, connect, pattern, refused, startServer } from './fixture.js';

const Bucket = 'bucket';

test('a streamed body of any size is stored without its framing', async t => {
  const { s3 } = await startServer(t);
  for (const size of [0, 1, 65_536, 3_000_001]) {
    const bytes = pattern(size);
    const Body = Readable.from(
      size === 0 ? [] : [bytes.subarray(0, 70_000), bytes.subarray(70_000)].filter(b => b.length),
    );
    await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body, ContentLength: size }));
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'a' }));
    assert.equal(got.ContentEncoding, undefined);
    assert.deepEqual(await bytesOf(got), bytes);
  }
});

test('a body that does not match its checksum is refused and leaves no file', async t => {
  const { s3, server } = await startServer(t);
  const put = (/** @type {object} */ options) =>
    s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'hello', ...options }));
  await refused(put({ ChecksumCRC32: 'AAAAAA==' }), 'BadDigest', 400);
  await refused(put({ ChecksumSHA1: 'AAAAAA==' }), 'BadDigest', 400);
  await refused(put({ ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }), 'BadDigest', 400);
  const streamed = connect(t, server);
  changeRequests(streamed, { headers: { 'x-amz-decoded-content-length': '4' } });
  const longer = new PutObjectCommand({
    Bucket,
    Key: 'a',
    Body: Readable.from([Buffer.from('hello')]),
    ContentLength: 5,
  });
  await refused(streamed.send(longer), 'IncompleteBody', 400);
  assert.equal((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount, 0);
  for (const ChecksumAlgorithm of /** @type {const} */ (['SHA1', 'SHA256', 'CRC32', 'CRC32C', 'CRC64NVME'])) {
    await put({ ChecksumAlgorithm });
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'a' }));
    assert.ok(got[`Checksum${ChecksumAlgorithm}`]);
    assert.equal(String(await bytesOf(got)), 'hello');
  }
  await refused(put({ ChecksumCRC32C: 'AAAAAA==' }), 'BadDigest', 400);
  await refused(put({ ChecksumCRC64NVME: 'AAAAAAAAAAA=' }), 'BadDigest', 400);
});

test('small chunks in the middle of a streamed body are refused, as by S3', async t => {
  const { s3 } = await startServer(t);
  const Body = Readable.from([Buffer.alloc(10), Buffer.alloc(10)]);
  await refused(
    s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body, ContentLength: 20 })),
    'InvalidChunkSizeError',
    403,
  );
});

test('a read survives when its object is overwritten and deleted', async t => {
  const { s3 } = await startServer(t);
  const Body = pattern(8_000_000);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body }));
  const reading = await s3.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  const late = await s3.send(new GetObjectCommand({ Bucket, Key: 'a', Range: 'bytes=100-7999999' }));
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'new' }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
  assert.ok((await bytesOf(reading)).equals(Body));
  assert.ok((await bytesOf(late)).equals(Body.subarray(100)));
});
