import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDestination } from '../../../src/destination/open.js';
import { nextTurn, settled, throughJson, turn, unlikeBytes } from '../resumable-fixture.js';
import { assertNoUploadsLeft, begun, contentOf, JOB, MIB } from './fixture.js';

const PART = 5 * MIB;
const BYTES = unlikeBytes(3 * PART + 12_345);

test('parts that go up at once are of one upload, and in order, whichever is there first', async t => {
  const { client, destination, requests } = await begun(t);
  let atOnce = 0;
  let most = 0;
  requests.fault = ({ operation, query }) => {
    if (operation === 'CreateMultipartUpload') return { stallMs: 50 };
    if (operation !== 'UploadPart') return;
    atOnce += 1;
    most = Math.max(most, atOnce);
    const stallMs = 100 - 20 * Number(query.get('partNumber'));
    setTimeout(() => {
      atOnce -= 1;
    }, stallMs);
    return { stallMs };
  };
  requests.seen.length = 0;
  const output = await destination.create('x/a', { declaredBytes: BYTES.length, resumable: true });
  await settled(done => output.writable.end(BYTES, done));
  const suspended = throughJson(await output.suspend());
  assert.ok(most > 1, `${most} at once`);
  assert.deepEqual(
    requests.seen.map(({ operation }) => operation),
    ['CreateMultipartUpload', 'UploadPart', 'UploadPart', 'UploadPart'],
  );
  await (await turn(destination, 'x/a', suspended, Buffer.alloc(0))).commit();
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  await assertNoUploadsLeft(client);
});

test('with one part at a time there are two buffers, used again, and one request', async t => {
  const { destination, requests } = await begun(t, { destination: { memoryBytes: 128 * MIB } });
  const made = t.mock.method(Buffer, 'allocUnsafeSlow');
  let atOnce = 0;
  let most = 0;
  requests.fault = ({ operation }) => {
    if (operation !== 'UploadPart') return;
    atOnce += 1;
    most = Math.max(most, atOnce);
    setTimeout(() => {
      atOnce -= 1;
    }, 20);
    return { stallMs: 25 };
  };
  const output = await destination.create('x/a', { declaredBytes: 1000 * MIB, resumable: true });
  for (let count = 0; count < 8; count += 1) output.writable.write(BYTES.subarray(0, PART));
  await new Promise(resolve => output.writable.end(resolve));
  await output.suspend();
  assert.equal(made.mock.calls.filter(({ arguments: [bytes] }) => bytes === PART).length, 2);
  assert.equal(most, 1);
});

test('what was committed has given its buffers back', async t => {
  const { destination } = await begun(t);
  const made = t.mock.method(Buffer, 'allocUnsafeSlow');
  for (const bytes of [0, 10, PART, PART + 10]) {
    await (await turn(destination, 'x/a', null, BYTES.subarray(0, bytes))).commit();
    await destination.removeOwn('x/a');
  }
  const parts = made.mock.calls.map(({ result }) => result).filter(body => body !== undefined);
  assert.ok(parts.length > 0);
  for (const body of parts) assert.equal(body.buffer.byteLength === PART, false);
});

test('what was suspended has given its buffers back, but for the one that its rest is in', async t => {
  const { destination } = await begun(t);
  const made = t.mock.method(Buffer, 'allocUnsafeSlow');
  for (const bytes of [PART, 2 * PART, PART + 10]) {
    made.mock.resetCalls();
    const { rest } = await (await turn(destination, 'x/a', null, BYTES.subarray(0, bytes))).suspend();
    const held = made.mock.calls.filter(({ result }) => result?.buffer.byteLength === PART);
    assert.equal(held.length, Number(rest.length > 0));
  }
});

test('the part size stays what it was, and memory that it does not fit into is limit/memory', async t => {
  const { s3, client, destination } = await begun(t, { destination: { memoryBytes: 10_240 * MIB } });
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
  // Whatever the entry would get today.
  const resumed = await same.resume('x/a', suspended, { declaredBytes: 0 });
  resumed.writable.end(BYTES.subarray(10));
  await new Promise(resolve => resumed.writable.once('finish', resolve));
  assert.equal((await resumed.suspend()).state.partSizeBytes, 21 * MIB);
  await assertNoUploadsLeft(client);
});

test('an output that outgrows 10,000 parts is limit/object-size', async t => {
  const { destination } = await begun(t);
  const suspended = await (await turn(destination, 'x/a', null, Buffer.alloc(0))).suspend();
  /** @type {[parts: number, bytes: number, code: string][]} */
  const cases = [
    [10_000, 1, 'limit/object-size'],
    [9_999, PART + 1, 'limit/object-size'],
    // That fits; and goes up, to where there is no such upload.
    [9_999, PART, 'storage/output-gone'],
  ];
  for (const [count, bytes, code] of cases) {
    // Parts of nothing but zeros, whose CRC-32 are 0 as that of nothing is where it is put together.
    const etags = Array.from({ length: count }, () => 'etag');
    const checksums = Buffer.alloc(4 * count).toString('base64');
    const state = { ...suspended.state, uploadId: 'id', etags, checksums, bytes: count * PART, crc32: 0 };
    const output = await nextTurn(destination, 'x/a', { state, rest: Buffer.alloc(0) }, Buffer.alloc(0), {
      end: false,
    });
    output.writable.write(Buffer.alloc(bytes));
    await new Promise(resolve => output.writable.once('close', resolve));
    assert.equal(/** @type {any} */ (output.writable.errored).code, code);
    await output.release();
  }
});
