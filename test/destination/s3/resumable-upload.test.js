import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDestination } from '../../../src/destination/open.js';
import { s3ClientFactory } from '../../../src/storage/s3-client.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { assertNoUploadsLeft, contentOf, uploadsLeft } from '../../support/s3.js';
import { JOB, throughJson, turn, unlikeBytes } from '../fixture.js';
import { MIB, openBucket, PART, quick } from './fixture.js';

const BYTES = unlikeBytes(3 * PART + 12_345);

test('an output suspended anywhere, any number of times, holds exactly what was written', async t => {
  const { client, server, destination } = await openBucket(t);
  const near = fc.tuple(fc.constantFrom(0, PART, 2 * PART, 3 * PART), fc.integer({ min: -3, max: 3 })).map(sum);
  const cuts = fc.array(fc.oneof(near, fc.nat(BYTES.length)), { maxLength: 6 });
  const chunkBytes = fc.constantFrom(99_991, MIB, PART, 2 * PART + 1);
  let name = 0;
  await fc.assert(
    fc.asyncProperty(cuts, near, chunkBytes, async (cutsAt, length, chunk) => {
      name += 1;
      const path = `x/${name}`;
      const bytes = BYTES.subarray(0, Math.max(0, length));
      /** @type {import('../../../src/destination/open.js').SuspendedOutput | null} */
      let suspended = null;
      let position = 0;
      for (const cut of cutsAt.toSorted((one, other) => one - other)) {
        // With a client of its own, as in another process.
        const s3 = s3ClientFactory({
          endpoint: server.endpoint,
          region: 'us-east-1',
          credentials: server.credentials,
        });
        const end = Math.min(Math.max(position, cut), bytes.length);
        const later = await openDestination('s3://bucket/out', { s3 });
        await later.begin(JOB);
        suspended = throughJson(
          await (await turn(later, path, suspended, bytes.subarray(position, end), { chunkBytes: chunk })).suspend(),
        );
        assert.equal(suspended.state.bytes, end);
        position = end;
        (await s3()).destroy();
      }
      const output = await turn(destination, path, suspended, bytes.subarray(position), { chunkBytes: chunk });
      assert.equal(await output.commit(), 'written');
      assert.ok((await contentOf(client, `out/${path}`)).equals(bytes));
      await assertNoUploadsLeft(client);
    }),
    { numRuns: caseCount(8) },
  );
});

test('less than a part is one PutObject, a part or more is one multipart upload, in one turn or two', async t => {
  const { client, destination, requests } = await openBucket(t);
  for (const bytes of [0, 1, PART - 1, PART, PART + 1, 2 * PART]) {
    for (const cut of [0, bytes]) {
      requests.seen.length = 0;
      const first = await turn(destination, 'x/a', null, BYTES.subarray(0, cut));
      const output = await turn(destination, 'x/a', await first.suspend(), BYTES.subarray(cut, bytes));
      assert.equal(await output.commit(), 'written');
      const expected =
        bytes < PART
          ? ['PutObject']
          : [
              'CreateMultipartUpload',
              ...Array.from({ length: Math.ceil(bytes / PART) }, () => 'UploadPart'),
              'CompleteMultipartUpload',
            ];
      assert.deepEqual(
        requests.seen.map(({ operation }) => operation),
        expected,
      );
      assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES.subarray(0, bytes)));
      await destination.removeOwn('x/a');
    }
  }
});

test('after a killed turn, the next one resumes from the state before it', async t => {
  const { client, destination } = await openBucket(t);
  const first = await turn(destination, 'x/a', null, BYTES.subarray(0, 1_000_000));
  const suspended = throughJson(await first.suspend());
  // It sends two parts that no state covers.
  const killed = await turn(destination, 'x/a', suspended, BYTES.subarray(1_000_000));
  await killed.release();
  await assertNoUploadsLeft(client);
  const second = await turn(destination, 'x/a', suspended, BYTES.subarray(1_000_000, 2 * PART + 5));
  const later = throughJson(await second.suspend());
  // The state has a multipart upload now: parts of a killed turn are sent again under the same numbers.
  await (await turn(destination, 'x/a', later, BYTES.subarray(2 * PART + 5))).release();
  const output = await turn(destination, 'x/a', later, BYTES.subarray(2 * PART + 5));
  assert.equal(await output.commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  await assertNoUploadsLeft(client);
});

test('a part that fails fails the writer immediately, and what was suspended before is kept', {
  timeout: 300_000,
}, async t => {
  const { client, destination, requests } = await openBucket(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { status: 500 } : undefined);
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(PART, 2 * PART), { end: false });
  await new Promise(resolve => output.writable.once('close', resolve));
  assert.equal(/** @type {any} */ (output.writable.errored).code, 'storage/unavailable');
  await assert.rejects(output.commit(), { code: 'storage/unavailable' });
  await assert.rejects(output.suspend(), { code: 'storage/unavailable' });
  await output.release();
  assert.ok(!requests.seen.some(({ operation }) => operation === 'ListParts'), 'an answered request needs no look');
  assert.equal((await uploadsLeft(client)).length, 1);
  requests.fault = () => {};
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
});

test('a committed upload has freed its buffers', async t => {
  const { destination } = await openBucket(t);
  const made = t.mock.method(Buffer, 'allocUnsafeSlow');
  for (const bytes of [0, 10, PART, PART + 10]) {
    await (await turn(destination, 'x/a', null, BYTES.subarray(0, bytes))).commit();
    await destination.removeOwn('x/a');
  }
  const parts = made.mock.calls.map(({ result }) => result).filter(body => body !== undefined);
  assert.ok(parts.length > 0);
  for (const body of parts) assert.equal(body.buffer.byteLength === PART, false);
});

test('a suspended upload has freed its buffers, except the one that holds its rest', async t => {
  const { destination } = await openBucket(t);
  const made = t.mock.method(Buffer, 'allocUnsafeSlow');
  for (const bytes of [PART, 2 * PART, PART + 10]) {
    made.mock.resetCalls();
    const { rest } = await (await turn(destination, 'x/a', null, BYTES.subarray(0, bytes))).suspend();
    const held = made.mock.calls.filter(({ result }) => result?.buffer.byteLength === PART);
    assert.equal(held.length, Number(rest.length > 0));
  }
});

test('the part size stays the same in all turns, and is limit/memory if the memory is too small for it', async t => {
  const { s3, client, destination } = await openBucket(t, { destination: { memoryBytes: 10_240 * MIB } });
  const entry = { declaredBytes: 100 * 1024 * MIB };
  const output = await destination.create('x/a', { ...entry, resumable: true });
  output.writable.end(BYTES.subarray(0, 10));
  await new Promise(resolve => output.writable.once('finish', resolve));
  const suspended = throughJson(await output.suspend());
  assert.equal(suspended.state.partSizeBytes, 21 * MIB);
  const smaller = await openDestination('s3://bucket/out', { s3, memoryBytes: 128 * MIB });
  await smaller.begin(JOB);
  await assert.rejects(smaller.resume('x/a', suspended, entry), { code: 'limit/memory' });
  const same = await openDestination('s3://bucket/out', { s3, memoryBytes: 168 * MIB });
  await same.begin(JOB);
  // Whatever part size a new upload of this size would get.
  const resumed = await same.resume('x/a', suspended, { declaredBytes: 0 });
  resumed.writable.end(BYTES.subarray(10));
  await new Promise(resolve => resumed.writable.once('finish', resolve));
  assert.equal((await resumed.suspend()).state.partSizeBytes, 21 * MIB);
  await assertNoUploadsLeft(client);
});

test('an output that outgrows 10,000 parts is limit/object-size', async t => {
  const { destination } = await openBucket(t);
  const suspended = await (await turn(destination, 'x/a', null, Buffer.alloc(0))).suspend();
  /** @type {[parts: number, bytes: number, code: string][]} */
  const cases = [
    [10_000, 1, 'limit/object-size'],
    [9_999, PART + 1, 'limit/object-size'],
    // It fits, and is sent to an upload that does not exist.
    [9_999, PART, 'storage/output-gone'],
  ];
  for (const [count, bytes, code] of cases) {
    // Each with the CRC-32 0, which combine to 0.
    const etags = Array.from({ length: count }, () => 'etag');
    const checksums = Buffer.alloc(4 * count).toString('base64');
    const state = { ...suspended.state, uploadId: 'id', etags, checksums, bytes: count * PART, crc32: 0 };
    const output = await turn(destination, 'x/a', { state, rest: Buffer.alloc(0) }, Buffer.alloc(0), {
      end: false,
    });
    output.writable.write(Buffer.alloc(bytes));
    await new Promise(resolve => output.writable.once('close', resolve));
    assert.equal(/** @type {any} */ (output.writable.errored).code, code);
    await output.release();
  }
});

/** @param {[number, number]} numbers */
function sum([one, other]) {
  return one + other;
}
