import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { MultipartUpload } from '../../../src/destination/s3/multipart-upload.js';
import { assertNothing, assertNoUploadsLeft, contentOf } from '../../support/s3.js';
import { GONE, JOB, turn, unlikeBytes } from '../fixture.js';
import { alter, openBucket, PART, quick } from './fixture.js';

const BYTES = unlikeBytes(3 * PART + 12_345);

test('S3 gets the checksum and the size of the whole', async t => {
  const { client, destination, requests } = await openBucket(t);
  const first = await turn(destination, 'x/a.csv', null, BYTES.subarray(0, PART + 7));
  await (await turn(destination, 'x/a.csv', await first.suspend(), BYTES.subarray(PART + 7))).commit();
  const create = requests.seen.find(({ operation }) => operation === 'CreateMultipartUpload');
  assert.equal(create?.headers['x-amz-checksum-type'], 'FULL_OBJECT');
  const complete = requests.seen.find(({ operation }) => operation === 'CompleteMultipartUpload');
  assert.equal(complete?.headers['x-amz-mp-object-size'], String(BYTES.length));
  assert.equal(complete?.headers['x-amz-checksum-type'], 'FULL_OBJECT');
  assert.equal(complete?.headers['if-none-match'], '*');
  const head = await client.send(
    new HeadObjectCommand({ Bucket: 'bucket', Key: 'out/x/a.csv', ChecksumMode: 'ENABLED' }),
  );
  assert.equal(complete?.headers['x-amz-checksum-crc32'], head.ChecksumCRC32);
  assert.deepEqual([head.ChecksumType, head.ContentType], ['FULL_OBJECT', 'text/csv']);
  assert.equal(head.Metadata?.['sluice-place'], 'x');
});

test('an upload that S3 refuses to complete is storage/output-gone', async t => {
  const { client, s3, destination } = await openBucket(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 2 * PART))).suspend();
  for (const change of [
    { ChecksumCRC32: 'AAAAAA==' },
    { MpuObjectSize: 7 },
    { MultipartUpload: { Parts: [{ PartNumber: 1, ETag: '"0"', ChecksumCRC32: 'AAAAAA==' }] } },
  ]) {
    const liar = await openDestination('s3://bucket/out', {
      s3: async () => alter(await s3(), 'CompleteMultipartUploadCommand', input => Object.assign(input, change)),
    });
    await liar.begin(JOB);
    const output = await turn(liar, 'x/a', suspended, BYTES.subarray(2 * PART));
    await assert.rejects(output.commit(), GONE);
    await output.release();
    await assertNothing(client, 'out/x/a');
  }
  // The suspended output is still intact.
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(2 * PART))).commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
});

test('S3 detects a byte that changes after it was copied into a part', async t => {
  const { client, s3, destination } = await openBucket(t, { settings: quick });
  for (const command of ['UploadPartCommand', 'PutObjectCommand']) {
    const liar = await openDestination('s3://bucket/out', {
      s3: async () =>
        alter(await s3(), command, input => {
          input.Body[77] ^= 1;
        }),
    });
    await liar.begin(JOB);
    const bytes = command === 'PutObjectCommand' ? BYTES.subarray(0, 100) : BYTES;
    const writing = async () => (await turn(liar, 'x/a', null, bytes)).commit();
    await assert.rejects(writing, error => /BadDigest/.test(String(error)));
    await assertNothing(client, 'out/x/a');
    await liar.close();
    await assertNoUploadsLeft(client);
  }
  await destination.close();
});

test('a part that is under way is given up at the signal', { timeout: 60_000 }, async () => {
  const stop = new AbortController();
  const client = /** @type {any} */ ({
    /** @param {unknown} _command @param {{ abortSignal: AbortSignal }} options */
    async send(_command, { abortSignal }) {
      abortSignal.addEventListener('abort', () => sent.reject(abortSignal.reason));
      setImmediate(() => stop.abort(new Error('enough')));
      return sent.promise;
    },
  });
  const sent = Promise.withResolvers();
  const upload = new MultipartUpload(client, { Bucket: 'bucket', Key: 'a' }, 'id');
  await assert.rejects(upload.uploadPart(1, { body: BYTES.subarray(0, PART), crc32: 0 }, stop.signal), /enough/);
});
