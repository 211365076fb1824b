import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { StoppedError } from '../../../src/errors.js';
import { assertNothing, assertNoUploadsLeft, contentOf, uploadsLeft } from '../../support/s3.js';
import { CONFLICT, called, JOB, throughJson, turn, unlikeBytes } from '../fixture.js';
import { openBucket, PART, quick } from './fixture.js';

const BYTES = unlikeBytes(3 * PART + 12_345);

test('after a passing fault, the next turn can retry the commit', async t => {
  const { client, destination, requests } = await openBucket(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(PART));
  requests.fault = ({ operation }) => (operation === 'CompleteMultipartUpload' ? { status: 503 } : undefined);
  await assert.rejects(output.commit(), { code: 'storage/unavailable' });
  requests.fault = () => {};
  // The same output cannot be committed again: its last bytes were taken.
  await assert.rejects(output.commit(), { code: 'storage/unavailable' });
  await assert.rejects(output.suspend());
  await output.release();
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  await assertNoUploadsLeft(client);
});

test('an answer that is lost is found out about', { timeout: 300_000 }, async t => {
  for (const settings of [{}, quick]) {
    const { client, destination, requests } = await openBucket(t, { settings });
    const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
    const output = await turn(destination, 'x/a', suspended, BYTES.subarray(PART));
    let lost = 0;
    requests.fault = ({ operation }) =>
      operation === 'CompleteMultipartUpload' && lost++ === 0 ? { loseAnswer: true } : undefined;
    assert.equal(await output.commit(), 'written');
    assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  }
});

test('what somebody else wrote to the target between two turns is storage/conflict, and is kept', async t => {
  const { client, s3, put, destination } = await openBucket(t);
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
      await client.send(new DeleteObjectCommand({ Bucket: 'bucket', Key: 'out/x/a' }));
    }
  }
});

test('the signal fails open outputs; a resumed upload is kept, and a new one aborted', async t => {
  const stop = new AbortController();
  const { client, s3, destination, requests } = await openBucket(t, { destination: { signal: stop.signal } });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  /** @type {PromiseWithResolvers<void>} */
  const bothArrived = Promise.withResolvers();
  /** @type {PromiseWithResolvers<void>} */
  const stopped = Promise.withResolvers();
  let arrived = 0;
  requests.fault = ({ operation }) => {
    if (operation !== 'UploadPart') return;
    arrived += 1;
    if (arrived === 2) bothArrived.resolve();
    return stopped.promise;
  };
  const resumed = await turn(destination, 'x/a', suspended, BYTES.subarray(PART, 2 * PART), { end: false });
  const fresh = await turn(destination, 'x/b', null, BYTES.subarray(0, PART), { end: false });
  await bothArrived.promise;
  stop.abort();
  stopped.resolve();
  await Promise.all([resumed, fresh].map(({ writable }) => new Promise(resolve => writable.once('close', resolve))));
  for (const output of [resumed, fresh]) {
    assert.ok(output.writable.errored instanceof StoppedError);
    await assert.rejects(output.suspend(), StoppedError);
  }
  await destination.close();
  assert.ok(!requests.seen.some(({ operation }) => operation === 'ListParts'), 'it does not look for the reason');
  requests.fault = () => {};
  assert.deepEqual(await uploadsLeft(client), ['out/x/a']);
  const later = await openDestination('s3://bucket/out', { s3 });
  await later.begin(JOB);
  const output = await turn(later, 'x/a', suspended, BYTES.subarray(PART));
  assert.equal(await output.commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
});

test('abort and discard remove a suspended output; release and close keep it, and remove a new one', {
  timeout: 300_000,
}, async t => {
  const { client, destination, requests } = await openBucket(t);
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

  await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART), { end: false })).release();
  await turn(destination, 'x/a', suspended, BYTES.subarray(PART), { end: false });
  await destination.close();
  assert.equal((await uploadsLeft(client)).length, 1);
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART), { end: false })).abort();
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

test('two jobs that resume the same state publish once, and both succeed', async t => {
  const { client, s3, destination } = await openBucket(t);
  const first = await turn(destination, 'x/a', null, BYTES.subarray(0, PART + 5));
  const suspended = throughJson(await first.suspend());
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin(JOB);
  const rest = BYTES.subarray(PART + 5);
  const [one, two] = await Promise.all([
    turn(destination, 'x/a', suspended, rest),
    turn(other, 'x/a', suspended, rest),
  ]);
  // The third one has a part left to send after the upload was completed.
  const three = await turn(other, 'x/a', suspended, rest.subarray(0, 10), { end: false });
  assert.deepEqual([await one.commit(), await two.commit()], ['written', 'written']);
  await called(done => three.writable.end(rest.subarray(10), done));
  assert.equal(await three.commit(), 'written');
  const late = await turn(other, 'x/a', suspended, rest);
  const again = throughJson(await late.suspend());
  assert.equal(await (await turn(other, 'x/a', again, Buffer.alloc(0))).commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  await assertNoUploadsLeft(client);
});

test('of two jobs that complete one upload at the same moment neither fails', async t => {
  const { client, s3, destination } = await openBucket(t);
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

test('what another upload published from the same source and recipe is adopted, and the own upload aborted', async t => {
  const { client, s3, destination } = await openBucket(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin(JOB);
  await (await turn(other, 'x/a', null, BYTES)).commit();
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(PART));
  assert.equal(await output.commit(), 'adopted');
  await assertNoUploadsLeft(client);
});
