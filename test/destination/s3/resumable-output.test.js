import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { StoppedError } from '../../../src/errors.js';
import { GONE, nextTurn, turn, unlikeBytes } from '../resumable-fixture.js';
import {
  alter,
  assertNothing,
  assertNoUploadsLeft,
  begun,
  CONFLICT,
  contentOf,
  JOB,
  MIB,
  quick,
  uploadsLeft,
} from './fixture.js';

const PART = 5 * MIB;
const BYTES = unlikeBytes(3 * PART + 12_345);

test('the storage is told the checksum and the size of the whole', async t => {
  const { client, destination, requests } = await begun(t);
  const first = await turn(destination, 'x/a.csv', null, BYTES.subarray(0, PART + 7));
  await (await nextTurn(destination, 'x/a.csv', await first.suspend(), BYTES.subarray(PART + 7))).commit();
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

test('what the storage refuses to put together is storage/output-gone', async t => {
  const { client, s3, destination } = await begun(t, { settings: quick });
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
  // Nothing that was safe is lost.
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(2 * PART))).commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
});

test('a commit that fails in passing can be tried again by the next turn', async t => {
  const { client, destination, requests } = await begun(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(PART));
  requests.fault = ({ operation }) => (operation === 'CompleteMultipartUpload' ? { status: 503 } : undefined);
  await assert.rejects(output.commit(), { code: 'storage/unavailable' });
  requests.fault = () => {};
  // Of the same output it is none: its last bytes are handed over.
  await assert.rejects(output.commit(), { code: 'storage/unavailable' });
  await assert.rejects(output.suspend());
  await output.release();
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  await assertNoUploadsLeft(client);
});

test('an answer that is lost is found out about', { timeout: 60_000 }, async t => {
  for (const settings of [{}, quick]) {
    const { client, destination, requests } = await begun(t, { settings });
    const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
    const output = await turn(destination, 'x/a', suspended, BYTES.subarray(PART));
    let lost = 0;
    requests.fault = ({ operation }) =>
      operation === 'CompleteMultipartUpload' && lost++ === 0 ? { loseAnswer: true } : undefined;
    assert.equal(await output.commit(), 'written');
    assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  }
});

test('what appeared at the target between two turns is storage/conflict, and left as it is', async t => {
  const { client, s3, put, destination } = await begun(t);
  const again = async () => {
    const later = await openDestination('s3://bucket/out', { s3 });
    await later.begin(JOB);
    return later;
  };
  for (const cut of [10, PART + 10]) {
    for (const isReplaced of [false, true]) {
      if (isReplaced) await (await turn(destination, 'x/a', null, Buffer.from('from before'))).commit();
      const suspended = await (await turn(await again(), 'x/a', null, BYTES.subarray(0, cut))).suspend();
      await put('out/x/a', 'theirs');
      const later = await again();
      const output = await turn(later, 'x/a', suspended, BYTES.subarray(cut, cut + 10));
      await assert.rejects(output.commit(), CONFLICT);
      await output.abort();
      assert.equal(String(await contentOf(client, 'out/x/a')), 'theirs');
      await assertNoUploadsLeft(client);
      await later.removeOutdated('x/a', async () => {});
    }
  }
});

test('a signal fails what is open; a resumed upload is left for the next turn, another aborted', async t => {
  const stop = new AbortController();
  const { client, s3, destination, requests } = await begun(t, { destination: { signal: stop.signal } });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { stallMs: 2_000 } : undefined);
  const resumed = await nextTurn(destination, 'x/a', suspended, BYTES.subarray(PART, 2 * PART), { end: false });
  const fresh = await nextTurn(destination, 'x/b', null, BYTES.subarray(0, PART), { end: false });
  setTimeout(() => stop.abort(), 50);
  await Promise.all([resumed, fresh].map(({ writable }) => new Promise(resolve => writable.once('close', resolve))));
  for (const output of [resumed, fresh]) {
    assert.ok(output.writable.errored instanceof StoppedError);
    await assert.rejects(output.suspend(), StoppedError);
  }
  await destination.close();
  assert.ok(!requests.seen.some(({ operation }) => operation === 'ListParts'), 'nobody looks why');
  requests.fault = () => {};
  assert.deepEqual(await uploadsLeft(client), ['out/x/a']);
  const later = await openDestination('s3://bucket/out', { s3 });
  await later.begin(JOB);
  const output = await turn(later, 'x/a', suspended, BYTES.subarray(PART));
  assert.equal(await output.commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
});

test('abort, release, discard and close leave what they should', { timeout: 60_000 }, async t => {
  const { client, destination, requests } = await begun(t);
  const bare = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 10))).suspend();
  const fresh = await turn(destination, 'x/a', null, BYTES.subarray(0, PART));
  await fresh.release();
  await fresh.release();
  await assertNoUploadsLeft(client);

  const first = await turn(destination, 'x/a', null, BYTES.subarray(0, PART));
  const suspended = await first.suspend();
  await first.abort();
  await first.release();
  await destination.close();
  assert.equal((await uploadsLeft(client)).length, 1);

  await (await nextTurn(destination, 'x/a', suspended, BYTES.subarray(PART), { end: false })).release();
  await nextTurn(destination, 'x/a', suspended, BYTES.subarray(PART), { end: false });
  await destination.close();
  assert.equal((await uploadsLeft(client)).length, 1);
  await (await nextTurn(destination, 'x/a', suspended, BYTES.subarray(PART), { end: false })).abort();
  await assertNoUploadsLeft(client);

  const another = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  requests.seen.length = 0;
  await destination.discard('x/a', bare);
  await destination.discard('x/a', { state: { storage: 'folder' }, rest: Buffer.alloc(0) });
  assert.equal(requests.seen.length, 0);
  await destination.discard('x/a', another);
  await assertNoUploadsLeft(client);
  await assertNothing(client, 'out/x/a');
  requests.fault = () => ({ status: 403, code: 'AccessDenied' });
  await assert.rejects(destination.discard('x/a', another), { code: 'storage/access-denied' });
});

test('an output whose writing has not finished is neither committed nor suspended', async t => {
  const { client, destination } = await begun(t);
  const output = await nextTurn(destination, 'x/a', null, BYTES.subarray(0, PART), { end: false });
  await assert.rejects(output.suspend());
  await assert.rejects(output.commit());
  await output.abort();
  await assertNoUploadsLeft(client);
  const other = await destination.create('x/a', { declaredBytes: 0 });
  other.writable.end();
  await assert.rejects(other.suspend(), /resumable/);
});
