import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { ACCOUNT } from '../../local-s3/bucket-operations.js';
import { bytesOf, connect, pattern, refused, startServer, until } from './fixture.js';

const Bucket = 'bucket';
const Key = 'a';
const PART = 5 * 1024 * 1024;

test('lib-storage uploads a stream in parts that become one object', async t => {
  const { s3 } = await startServer(t);
  const bytes = pattern(2 * PART + 1_234_567);
  const params = {
    Bucket,
    Key,
    Body: Readable.from([bytes]),
    ContentType: 'text/csv',
    Metadata: { a: 'b' },
    Tagging: 'x=y',
  };
  const done = await new Upload({ client: s3, params: { ...params, IfNoneMatch: '*' } }).done();
  const parts = [bytes.subarray(0, PART), bytes.subarray(PART, 2 * PART), bytes.subarray(2 * PART)];
  const md5 = createHash('md5');
  const checksums = Buffer.alloc(12);
  for (const [index, part] of parts.entries()) {
    md5.update(createHash('md5').update(part).digest());
    checksums.writeUInt32BE(crc32(part), index * 4);
  }
  const composite = Buffer.alloc(4);
  composite.writeUInt32BE(crc32(checksums));
  assert.equal(done.ETag, `"${md5.digest('hex')}-3"`);
  assert.equal(done.ChecksumCRC32, `${composite.toString('base64')}-3`);

  const got = await s3.send(new GetObjectCommand({ Bucket, Key }));
  assert.ok((await bytesOf(got)).equals(bytes));
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
  assert.deepEqual([head.ETag, head.ContentLength, head.ContentType], [done.ETag, bytes.length, 'text/csv']);
  assert.deepEqual(
    [head.Metadata, head.ChecksumCRC32, head.ChecksumType],
    [{ a: 'b' }, done.ChecksumCRC32, 'COMPOSITE'],
  );
  const { TagSet } = await s3.send(new GetObjectTaggingCommand({ Bucket, Key }));
  assert.deepEqual(TagSet, [{ Key: 'x', Value: 'y' }]);
  for (const [start, end] of [
    [PART - 3, PART + 3],
    [0, 1],
    [2 * PART - 1, bytes.length],
    [PART, 2 * PART],
  ]) {
    const range = await s3.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${Number(end) - 1}` }));
    assert.ok((await bytesOf(range)).equals(bytes.subarray(start, end)));
  }
  const again = new Upload({
    client: s3,
    params: { ...params, Body: Readable.from([bytes]), IfNoneMatch: '*' },
  }).done();
  await refused(again, 'PreconditionFailed', 412);
  assert.equal((await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads, undefined);
});

test('a wrong part list is refused, and the upload can still be completed', async t => {
  const { s3, folder } = await startServer(t);
  const { UploadId, complete, part } = await begin(s3);
  const first = await part(1, pattern(PART));
  await part(2, 'replaced');
  const second = await part(2, 'small');
  const third = await part(3, 'last');
  await refused(complete([]), 'MalformedXML', 400);
  await refused(complete([second, first]), 'InvalidPartOrder', 400);
  await refused(complete([first, first]), 'InvalidPartOrder', 400);
  await refused(complete([{ ...first, ETag: '"x"' }]), 'InvalidPart', 400);
  await refused(complete([first, { ...second, PartNumber: 9 }]), 'InvalidPart', 400);
  await refused(complete([first, second, third]), 'EntityTooSmall', 400);
  const listed = await s3.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }));
  assert.deepEqual(
    listed.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size]),
    [
      [1, PART],
      [2, 5],
    ],
  );
  assert.deepEqual([listed.IsTruncated, listed.NextPartNumberMarker], [true, '2']);
  const done = await complete([first, third]);
  assert.match(done.ETag ?? '', /^"[0-9a-f]{32}-2"$/);
  assert.equal((await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key })))).length, PART + 4);
  assert.deepEqual(
    await complete([first, third]).then(({ ETag }) => ETag),
    done.ETag,
    'a repeated request is answered again',
  );
  await until(async () => (await readdir(join(folder, 'bodies'))).length === 2);
});

test('an aborted upload leaves no file', async t => {
  const { s3, folder } = await startServer(t);
  const { UploadId, complete, part } = await begin(s3);
  const first = await part(1, 'one');
  const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'a' }));
  assert.deepEqual(
    Uploads?.map(upload => [upload.Key, upload.UploadId]),
    [[Key, UploadId]],
  );
  assert.equal((await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'b' }))).Uploads, undefined);
  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  await refused(complete([first]), 'NoSuchUpload', 404);
  await refused(part(2, 'two'), 'NoSuchUpload', 404);
  await refused(s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })), 'NoSuchUpload', 404);
  await until(async () => (await readdir(join(folder, 'bodies'))).length === 0);
});

test('uploads are listed in pages', async t => {
  const { s3 } = await startServer(t);
  const made = [];
  for (const key of ['c', 'a', 'b', 'a']) made.push([key, (await begin(s3, key)).UploadId]);
  const listed = [];
  /** @type {{ KeyMarker?: string | undefined, UploadIdMarker?: string | undefined }} */
  let marker = {};
  for (let truncated = true; truncated; ) {
    const page = await s3.send(new ListMultipartUploadsCommand({ Bucket, MaxUploads: 1, ...marker }));
    listed.push(...(page.Uploads ?? []).map(upload => [upload.Key, upload.UploadId]));
    marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    truncated = page.IsTruncated ?? false;
  }
  assert.deepEqual(
    listed.map(([key]) => key),
    ['a', 'a', 'b', 'c'],
  );
  assert.deepEqual(listed.toSorted(), made.toSorted());
});

test('checksums of parts are checked, and combined as the upload specifies', async t => {
  const { s3 } = await startServer(t);
  const composite = await begin(s3, Key, { ChecksumAlgorithm: 'SHA256' });
  const part = await composite.part(1, 'one', { ChecksumAlgorithm: 'SHA256' });
  await refused(composite.part(2, 'two', { ChecksumAlgorithm: 'CRC32' }), 'InvalidRequest', 400);
  await refused(composite.part(2, 'two', { ChecksumSHA256: 'AAAA' }), 'BadDigest', 400);
  await refused(composite.complete([{ PartNumber: 1, ETag: part.ETag }]), 'InvalidRequest', 400);
  await refused(composite.complete([{ ...part, ChecksumSHA256: 'AAAA' }]), 'InvalidPart', 400);
  assert.match((await composite.complete([part])).ChecksumSHA256 ?? '', /=-1$/);

  const whole = await begin(s3, Key, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
  const first = pattern(PART);
  const parts = [await whole.part(1, first), await whole.part(2, 'the end')];
  const expected = Buffer.alloc(4);
  expected.writeUInt32BE(crc32(Buffer.concat([first, Buffer.from('the end')])));
  await refused(whole.complete(parts, { ChecksumCRC32: 'AAAAAA==' }), 'BadDigest', 400);
  await refused(whole.complete(parts, { MpuObjectSize: 7 }), 'InvalidRequest', 400);
  const done = await whole.complete(parts, { ChecksumCRC32: expected.toString('base64'), ChecksumType: 'FULL_OBJECT' });
  assert.deepEqual([done.ChecksumCRC32, done.ChecksumType], [expected.toString('base64'), 'FULL_OBJECT']);
  const got = await s3.send(new GetObjectCommand({ Bucket, Key }));
  assert.equal(got.ChecksumCRC32, expected.toString('base64'));
  assert.equal((await bytesOf(got)).length, PART + 7);
});

test('a checksum type needs an algorithm that supports it, and cannot change', async t => {
  const { s3 } = await startServer(t);
  await refused(begin(s3, Key, { ChecksumType: 'FULL_OBJECT' }), 'InvalidRequest', 400);
  await refused(begin(s3, Key, { ChecksumAlgorithm: 'SHA256', ChecksumType: 'FULL_OBJECT' }), 'InvalidRequest', 400);
  const composite = await begin(s3, Key, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'COMPOSITE' });
  const parts = [await composite.part(1, 'x')];
  await refused(composite.complete(parts, { ChecksumType: 'FULL_OBJECT' }), 'InvalidRequest', 400);
  const { ChecksumType, ChecksumCRC32 } = await composite.complete(parts, { ChecksumType: 'COMPOSITE' });
  assert.equal(ChecksumType, 'COMPOSITE');
  assert.match(ChecksumCRC32 ?? '', /-1$/);
});

test('a part that is uploaded again replaces the first one, also in the checksum of the object', async t => {
  const { s3 } = await startServer(t);
  const whole = await begin(s3, Key, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
  const bytes = pattern(PART);
  const before = await whole.part(1, Buffer.alloc(PART));
  const parts = [await whole.part(1, bytes), await whole.part(2, 'end')];
  await refused(whole.complete([before, ...parts.slice(1)]), 'InvalidPart', 400);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(Buffer.concat([bytes, Buffer.from('end')])));
  const promised = { ChecksumCRC32: checksum.toString('base64'), MpuObjectSize: PART + 3 };
  await refused(whole.complete(parts, { ...promised, MpuObjectSize: PART + 2 }), 'InvalidRequest', 400);
  assert.equal((await whole.complete(parts, promised)).ChecksumCRC32, promised.ChecksumCRC32);
});

test('parts and their list have a checksum exactly if the upload was created with one', async t => {
  const { s3, server } = await startServer(t);
  const sparing = connect(t, server, { requestChecksumCalculation: 'WHEN_REQUIRED' });
  const composite = await begin(sparing, Key, { ChecksumAlgorithm: 'SHA256' });
  await refused(composite.part(1, 'x'), 'InvalidRequest', 400);
  const whole = await begin(sparing, Key, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
  const { ChecksumCRC32 = '' } = await whole.part(1, 'x');
  assert.equal(Buffer.from(ChecksumCRC32, 'base64').readUInt32BE(), crc32('x'));
  const without = await begin(s3);
  const part = await without.part(1, 'x');
  await refused(without.complete([{ ...part, ChecksumCRC32 }]), 'InvalidPart', 400);
  await without.complete([part]);
});

test('uploads and parts are listed with their initiator and checksum', async t => {
  const { s3 } = await startServer(t);
  const { UploadId } = await begin(s3, Key, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
  const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const listed of [Uploads?.[0], await s3.send(new ListPartsCommand({ Bucket, Key, UploadId }))]) {
    const { Initiator, Owner, StorageClass, ChecksumAlgorithm, ChecksumType } = listed ?? {};
    assert.deepEqual([Initiator?.ID, Owner?.ID], [ACCOUNT, ACCOUNT]);
    assert.deepEqual([StorageClass, ChecksumAlgorithm, ChecksumType], ['STANDARD', 'CRC32', 'FULL_OBJECT']);
  }
});

test('completing can be conditional on the current object, and of many concurrent ones, one succeeds', async t => {
  const { s3 } = await startServer(t);
  const uploads = await Promise.all(Array.from({ length: 6 }, () => begin(s3)));
  const outcomes = await Promise.allSettled(
    uploads.map(async upload => upload.complete([await upload.part(1, upload.UploadId)], { IfNoneMatch: '*' })),
  );
  assert.equal(outcomes.filter(outcome => outcome.status === 'fulfilled').length, 1);
  const { ETag } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  const upload = await begin(s3);
  const parts = [await upload.part(1, 'y')];
  await refused(upload.complete(parts, { IfMatch: '"other"' }), 'PreconditionFailed', 412);
  await upload.complete(parts, { IfMatch: ETag });
  assert.equal(String(await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key })))), 'y');
});

/**
 * @param {import('@aws-sdk/client-s3').S3Client} s3
 * @param {string} [key]
 * @param {Partial<import('@aws-sdk/client-s3').CreateMultipartUploadCommandInput>} [options]
 */
async function begin(s3, key = Key, options = {}) {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: key, ...options }));
  assert.ok(UploadId);
  return {
    UploadId,
    async part(/** @type {number} */ PartNumber, /** @type {string | Buffer} */ Body, more = {}) {
      const sent = await s3.send(new UploadPartCommand({ Bucket, Key: key, UploadId, PartNumber, Body, ...more }));
      const { ETag, ChecksumCRC32, ChecksumSHA256 } = sent;
      return { PartNumber, ETag, ...(options.ChecksumAlgorithm && { ChecksumCRC32, ChecksumSHA256 }) };
    },
    complete: (/** @type {import('@aws-sdk/client-s3').CompletedPart[]} */ Parts, more = {}) =>
      s3.send(new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId, MultipartUpload: { Parts }, ...more })),
  };
}
