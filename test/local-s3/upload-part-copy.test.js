import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { bytesOf, pattern, refused, startServer, until } from './fixture.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

const Bucket = 'bucket';
const PART = 5 * 1024 * 1024;

test('an object is copied part by part, across the boundaries of its own parts', async t => {
  /** @type {any[]} */
  const events = [];
  const { s3 } = await startServer(t, { versioned: true, onEvent: event => events.push(event.Records[0]) });
  const Body = pattern(3 * PART - 1000);
  const params = { Bucket, Key: 'ü a', Body };
  const source = await new Upload({ client: s3, params, partSize: PART + 77_777 }).done();
  const target = await begin(s3);
  const Parts = [];
  for (const [index, start] of [0, PART, 2 * PART].entries()) {
    const end = Math.min(start + PART, Body.length);
    const copied = await s3.send(
      new UploadPartCopyCommand({
        ...target,
        PartNumber: index + 1,
        CopySource: `bucket/${encodeURIComponent('ü a')}?versionId=${source.VersionId}`,
        CopySourceRange: `bytes=${start}-${end - 1}`,
        CopySourceIfMatch: source.ETag,
      }),
    );
    const { ETag } = copied.CopyPartResult ?? {};
    assert.equal(ETag, `"${createHash('md5').update(Body.subarray(start, end)).digest('hex')}"`);
    assert.equal(copied.CopySourceVersionId, source.VersionId);
    Parts.push({ PartNumber: index + 1, ETag });
  }
  await s3.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } }));
  assert.ok((await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key: 'b' })))).equals(Body));
  await until(() => events.length === 2);
  assert.deepEqual([events[1].eventName, events[1].s3.object.key], ['ObjectCreated:CompleteMultipartUpload', 'b']);
});

test('without a range, a part is the whole source, with the checksum that the upload specifies', async t => {
  const { s3 } = await startServer(t);
  const [first, last] = [pattern(PART), Buffer.from('end')];
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: first }));
  await s3.send(new PutObjectCommand({ Bucket, Key: 'empty', Body: '' }));
  for (const [ChecksumAlgorithm, ChecksumType] of /** @type {const} */ ([
    ['SHA256', 'COMPOSITE'],
    ['CRC32', 'FULL_OBJECT'],
    ['CRC64NVME', 'FULL_OBJECT'],
  ])) {
    const target = await begin(s3, { ChecksumAlgorithm, ChecksumType });
    const name = /** @type {const} */ (`Checksum${ChecksumAlgorithm}`);
    const CopySource = 'bucket/a';
    const { CopyPartResult: one = {} } = await s3.send(
      new UploadPartCopyCommand({ ...target, PartNumber: 1, CopySource }),
    );
    const two = await s3.send(new UploadPartCommand({ ...target, PartNumber: 2, Body: last, ChecksumAlgorithm }));
    const Parts = [
      { PartNumber: 1, ETag: one.ETag, [name]: one[name] },
      { PartNumber: 2, ETag: two.ETag, [name]: two[name] },
    ];
    await s3.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } }));
    // The client compares the checksum of the object with the bytes that it reads.
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'b', ChecksumMode: 'ENABLED' }));
    assert.equal(got.ChecksumType, ChecksumType);
    assert.ok((await bytesOf(got)).equals(Buffer.concat([first, last])));
  }
  const target = await begin(s3);
  const none = new UploadPartCopyCommand({ ...target, PartNumber: 1, CopySource: 'bucket/empty' });
  assert.equal((await s3.send(none)).CopyPartResult?.ETag, '"d41d8cd98f00b204e9800998ecf8427e"');
});

test('a wrong part, range, source or upload is refused and leaves no file', async t => {
  const { s3, folder } = await startServer(t);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: '12345' }));
  const target = await begin(s3);
  const copy = (/** @type {object} */ options) =>
    s3.send(new UploadPartCopyCommand({ ...target, PartNumber: 1, CopySource: 'bucket/a', ...options }));
  for (const CopySourceRange of [
    'bytes=0-5',
    'bytes=5-5',
    'bytes=2-1',
    'bytes=0-',
    'bytes=-3',
    '0-3',
    'bytes=0-1,3-4',
  ]) {
    await refused(copy({ CopySourceRange }), 'InvalidArgument', 400);
  }
  await refused(copy({ PartNumber: 0 }), 'InvalidArgument', 400);
  await refused(copy({ PartNumber: 10_001 }), 'InvalidArgument', 400);
  await refused(copy({ CopySource: 'bucket/none' }), 'NoSuchKey', 404);
  await refused(copy({ CopySource: 'none/a' }), 'NoSuchBucket', 404);
  await refused(copy({ CopySourceIfMatch: '"other"' }), 'PreconditionFailed', 412);
  await refused(copy({ UploadId: 'none' }), 'NoSuchUpload', 404);
  assert.equal((await s3.send(new ListPartsCommand(target))).Parts, undefined);
  await copy({ CopySourceRange: 'bytes=1-3' });
  const { Parts } = await s3.send(new ListPartsCommand(target));
  assert.deepEqual(
    Parts?.map(({ Size }) => Size),
    [3],
  );
  await s3.send(new AbortMultipartUploadCommand(target));
  await until(async () => (await readdir(join(folder, 'bodies'))).length === 1);
});

/**
 * @param {S3Client} s3
 * @param {object} [options]
 */
async function begin(s3, options) {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'b', ...options }));
  return { Bucket, Key: 'b', UploadId };
}
