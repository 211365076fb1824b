import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AbortMultipartUploadCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { GONE, nextTurn, settled, throughJson, turn, unlikeBytes } from '../resumable-fixture.js';
import { assertNoUploadsLeft, begun, contentOf, JOB, MIB, quick } from './fixture.js';

const PART = 5 * MIB;
const BYTES = unlikeBytes(3 * PART + 12_345);

test('two jobs that go on from one state publish the same, once, and both know', async t => {
  const { client, s3, destination } = await begun(t);
  const first = await turn(destination, 'x/a', null, BYTES.subarray(0, PART + 5));
  const suspended = throughJson(await first.suspend());
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin(JOB);
  const rest = BYTES.subarray(PART + 5);
  const [one, two] = await Promise.all([
    turn(destination, 'x/a', suspended, rest),
    turn(other, 'x/a', suspended, rest),
  ]);
  // The third has a part to send when the upload is done with.
  const three = await nextTurn(other, 'x/a', suspended, rest.subarray(0, 10), { end: false });
  assert.deepEqual([await one.commit(), await two.commit()], ['written', 'written']);
  await settled(done => three.writable.end(rest.subarray(10), done));
  assert.equal(await three.commit(), 'written');
  const late = await turn(other, 'x/a', suspended, rest);
  const again = throughJson(await late.suspend());
  assert.equal(await (await turn(other, 'x/a', again, Buffer.alloc(0))).commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  await assertNoUploadsLeft(client);
});

test('nothing more is sent once an upload is known to be completed by another job', async t => {
  const { s3, destination, requests } = await begun(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin(JOB);
  await (await turn(other, 'x/a', suspended, BYTES.subarray(PART))).commit();
  requests.seen.length = 0;
  const late = await turn(destination, 'x/a', suspended, BYTES.subarray(PART));
  assert.deepEqual(throughJson(await late.suspend()).state.bytes, BYTES.length);
  // The refusal may be lost with the connection, and the part be sent again.
  const parts = requests.seen.filter(({ operation }) => operation === 'UploadPart');
  assert.deepEqual([...new Set(parts.map(({ query }) => query.get('partNumber')))], ['2']);
});

test('of two jobs that complete one upload at the same moment neither fails', async t => {
  const { client, s3, destination } = await begun(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART + 5))).suspend();
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin(JOB);
  const outputs = await Promise.all(
    [destination, other].map(each => turn(each, 'x/a', suspended, BYTES.subarray(PART + 5))),
  );
  assert.deepEqual(await Promise.all(outputs.map(output => output.commit())), ['written', 'written']);
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  await assertNoUploadsLeft(client);
});

test('what another upload made from the same meanwhile is adopted, and the own upload aborted', async t => {
  const { client, s3, destination } = await begun(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin(JOB);
  await (await turn(other, 'x/a', null, BYTES)).commit();
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(PART));
  assert.equal(await output.commit(), 'adopted');
  await assertNoUploadsLeft(client);
});

test('an upload that is gone is storage/output-gone, at the next part or when it is completed', async t => {
  const { client, destination, put } = await begun(t);
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

test('an upload that is gone is so too where the refusal is lost with the connection', { timeout: 60_000 }, async t => {
  const { client, destination, requests } = await begun(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const { uploadId: UploadId } = suspended.state;
  await client.send(new AbortMultipartUploadCommand({ Bucket: 'bucket', Key: 'out/x/a', UploadId }));
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { cutRequestAfterBytes: 9 } : undefined);
  await assert.rejects(async () => (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), GONE);
});

test('an output that is given up does not wait to hear whether its upload is gone', { timeout: 60_000 }, async t => {
  const { destination, requests } = await begun(t, { settings: quick });
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
    const output = await nextTurn(destination, 'x/a', suspended, BYTES.subarray(PART, 2 * PART), { end: false });
    await asked.promise;
    await output.release();
  }
});

test('a part without an answer does not matter where the output is there, though the own upload is too', {
  timeout: 60_000,
}, async t => {
  const { client, s3, destination, requests } = await begun(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin(JOB);
  await (await turn(other, 'x/a', null, BYTES)).commit();
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { cutRequestAfterBytes: 9 } : undefined);
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), 'adopted');
  await assertNoUploadsLeft(client);
});

test('where no answer comes, the target says whether the upload was completed', { timeout: 60_000 }, async t => {
  const { destination, requests } = await begun(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { cutRequestAfterBytes: 9 } : undefined);
  const failed = async () => (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).suspend();
  await assert.rejects(failed, { code: 'storage/unreachable' });
  const { fault } = requests;
  requests.fault = request =>
    request.operation === 'ListParts' ? { status: 403, code: 'AccessDenied' } : fault(request);
  await assert.rejects(failed, { code: 'storage/unreachable' }, 'that cannot be found out');
  await destination.close();
  requests.fault = () => {};
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit();
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { cutRequestAfterBytes: 9 } : undefined);
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), 'written');
});

/** @param {import('../../../src/destination/open.js').Destination} destination */
function gone(destination) {
  return destination.resume('x/a', { state: {}, rest: Buffer.alloc(0) }, { declaredBytes: 0 }).catch(error => error);
}
