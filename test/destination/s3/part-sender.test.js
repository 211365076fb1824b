import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AbortMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { assertNoUploadsLeft, contentOf } from '../../support/s3.js';
import { called, GONE, JOB, throughJson, turn, unlikeBytes } from '../fixture.js';
import { MIB, openBucket, PART, quick } from './fixture.js';

const BYTES = unlikeBytes(3 * PART + 12_345);

test('no part is sent after another job is known to have completed the upload', async t => {
  const { s3, destination, requests } = await openBucket(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin(JOB);
  await (await turn(other, 'x/a', suspended, BYTES.subarray(PART))).commit();
  requests.seen.length = 0;
  const late = await turn(destination, 'x/a', suspended, BYTES.subarray(PART));
  assert.deepEqual(throughJson(await late.suspend()).state.bytes, BYTES.length);
  // If the refusal is lost with the connection, the SDK sends the part again.
  const parts = requests.seen.filter(({ operation }) => operation === 'UploadPart');
  assert.deepEqual([...new Set(parts.map(({ query }) => query.get('partNumber')))], ['2']);
});

test('a missing upload is storage/output-gone, at the next part or on completion', async t => {
  const { client, destination, put } = await openBucket(t);
  for (const bytes of [BYTES.subarray(PART), BYTES.subarray(PART, PART + 10)]) {
    const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
    const { uploadId: UploadId } = suspended.state;
    await client.send(new AbortMultipartUploadCommand({ Bucket: 'bucket', Key: 'out/x/a', UploadId }));
    await put('out/x/a', 'theirs');
    await assert.rejects(async () => (await turn(destination, 'x/a', suspended, bytes)).commit(), GONE);
    assert.equal(String(await contentOf(client, 'out/x/a')), 'theirs');
    await destination.discard('x/a', suspended);
    await destination.discard('x/a', suspended);
  }
  assert.equal(/** @type {any} */ (await gone(destination)).retryable, true);
});

test('a missing upload is storage/output-gone even if the refusal is lost with the connection', {
  timeout: 300_000,
}, async t => {
  const { client, destination, requests } = await openBucket(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const { uploadId: UploadId } = suspended.state;
  await client.send(new AbortMultipartUploadCommand({ Bucket: 'bucket', Key: 'out/x/a', UploadId }));
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { cutRequestAfterBytes: 9 } : undefined);
  await assert.rejects(async () => (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), GONE);
});

test('release does not wait to find out whether the upload is missing', { timeout: 300_000 }, async t => {
  const { destination, requests } = await openBucket(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  for (const [question, refusal] of /** @type {const} */ ([
    ['ListParts', { dropConnection: true }],
    ['HeadObject', { status: 404, code: 'NoSuchUpload' }],
  ])) {
    /** @type {PromiseWithResolvers<void>} */
    const asked = Promise.withResolvers();
    requests.fault = ({ operation }) => {
      if (operation === 'UploadPart') return refusal;
      if (operation !== question) return undefined;
      asked.resolve();
      return { stallMs: 60_000 };
    };
    const output = await turn(destination, 'x/a', suspended, BYTES.subarray(PART, 2 * PART), { end: false });
    await asked.promise;
    await output.release();
  }
});

test('a part without an answer does not matter if the output is published, even if the upload still exists', {
  timeout: 300_000,
}, async t => {
  const { client, s3, destination, requests } = await openBucket(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin(JOB);
  await (await turn(other, 'x/a', null, BYTES)).commit();
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { cutRequestAfterBytes: 9 } : undefined);
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), 'adopted');
  await assertNoUploadsLeft(client);
});

test('if a part gets no answer, the target shows whether the upload was completed', { timeout: 300_000 }, async t => {
  const { destination, requests } = await openBucket(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { cutRequestAfterBytes: 9 } : undefined);
  const failed = async () => (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).suspend();
  await assert.rejects(failed, { code: 'storage/unreachable' });
  const { fault } = requests;
  requests.fault = request =>
    request.operation === 'ListParts' ? { status: 403, code: 'AccessDenied' } : fault(request);
  await assert.rejects(failed, { code: 'storage/unreachable' }, 'without permission it cannot be found out');
  await destination.close();
  requests.fault = () => {};
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit();
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { cutRequestAfterBytes: 9 } : undefined);
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), 'written');
});

test('concurrent parts belong to one upload and stay in order, whichever finishes first', {
  timeout: 300_000,
}, async t => {
  const { client, destination, requests } = await openBucket(t);
  /** @type {PromiseWithResolvers<void>} */
  const lastArrived = Promise.withResolvers();
  // The first part finishes after the last one has arrived, and so after another one if not all go together.
  requests.fault = ({ operation, query }) => {
    if (operation !== 'UploadPart') return;
    if (query.get('partNumber') === '3') lastArrived.resolve();
    if (query.get('partNumber') === '1') return lastArrived.promise;
  };
  requests.seen.length = 0;
  const output = await destination.create('x/a', { declaredBytes: BYTES.length, resumable: true });
  await called(done => output.writable.end(BYTES, done));
  const suspended = throughJson(await output.suspend());
  assert.deepEqual(
    requests.seen.map(({ operation }) => operation),
    ['CreateMultipartUpload', 'UploadPart', 'UploadPart', 'UploadPart'],
  );
  await (await turn(destination, 'x/a', suspended, Buffer.alloc(0))).commit();
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  await assertNoUploadsLeft(client);
});

test('one part at a time takes two buffers, which are reused, and one request', async t => {
  const { client, destination } = await openBucket(t, { destination: { memoryBytes: 128 * MIB } });
  const made = t.mock.method(Buffer, 'allocUnsafeSlow');
  let parts = 0;
  let underWay = 0;
  let most = 0;
  const send = client.send.bind(client);
  t.mock.method(client, 'send', async (/** @type {any} */ command, /** @type {any} */ options) => {
    if (!(command instanceof UploadPartCommand)) return send(command, options);
    parts += 1;
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      return await send(command, options);
    } finally {
      underWay -= 1;
    }
  });
  const output = await destination.create('x/a', { declaredBytes: 1000 * MIB, resumable: true });
  for (let count = 0; count < 8; count += 1) output.writable.write(BYTES.subarray(0, PART));
  await new Promise(resolve => output.writable.end(resolve));
  await output.suspend();
  assert.equal(made.mock.calls.filter(({ arguments: [bytes] }) => bytes === PART).length, 2);
  assert.deepEqual([parts, most], [8, 1]);
});

/** @param {import('../../../src/destination/open.js').Destination} destination */
function gone(destination) {
  return destination.resume('x/a', { state: {}, rest: Buffer.alloc(0) }, { declaredBytes: 0 }).catch(error => error);
}
