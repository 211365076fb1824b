import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoUploadsLeft, contentOf } from '../../support/s3.js';
import { called, throughJson, unlikeBytes } from '../fixture.js';
import { MIB, openBucket, PART } from './fixture.js';

/** @import { Output } from '../../../src/destination/open.js' */

const BYTES = unlikeBytes(4 * PART + 1000);
const OPTIONS = { declaredBytes: 1e9, isSide: true };

/**
 * @param {Output} output
 * @param {Buffer} bytes
 */
async function fill({ writable }, bytes) {
  for (let position = 0; position < bytes.length; position += MIB) {
    await called(done => writable.write(bytes.subarray(position, position + MIB), done));
  }
  await called(done => writable.end(done));
}

for (const [memoryMib, resumable, buffers] of /** @type {const} */ ([
  [128, false, 1],
  [128, true, 1],
  [256, false, 2],
])) {
  test(`with ${memoryMib} MB, an output beside the main one has ${buffers} of a part’s size (resumable: ${resumable})`, async t => {
    const { client, destination } = await openBucket(t, { destination: { memoryBytes: memoryMib * MIB } });
    const allocate = t.mock.method(Buffer, 'allocUnsafeSlow');
    const output = await destination.create('x/a', { ...OPTIONS, resumable });
    await fill(output, BYTES);
    assert.equal(await output.commit(), 'written');
    const sizes = allocate.mock.calls.map(call => call.arguments[0]).filter(size => size >= PART);
    assert.ok(sizes.length <= buffers && sizes.every(size => size === PART), `${sizes}`);
    assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
    await assertNoUploadsLeft(client);
  });
}

test('it is suspended and resumed like any other', async t => {
  const { client, destination } = await openBucket(t, { destination: { memoryBytes: 128 * MIB } });
  const first = await destination.create('x/a', { ...OPTIONS, resumable: true });
  await fill(first, BYTES.subarray(0, PART + 5));
  const second = await destination.resume('x/a', throughJson(await first.suspend()), OPTIONS);
  await fill(second, BYTES.subarray(PART + 5));
  await second.commit();
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
});

test('one that is given up leaves nothing behind', async t => {
  const { client, destination } = await openBucket(t, { destination: { memoryBytes: 128 * MIB } });
  for (const leave of /** @type {const} */ (['abort', 'release'])) {
    const output = await destination.create('x/a', OPTIONS);
    await called(done => output.writable.write(BYTES.subarray(0, 2 * PART), done));
    await output[leave]();
    await assertNoUploadsLeft(client);
  }
});

test('the plan tells how much memory is left for records', async t => {
  const { destination } = await openBucket(t, { destination: { memoryBytes: 128 * MIB } });
  const entry = { declaredBytes: 1e9 };
  assert.deepEqual(destination.memoryFor(entry), { memoryBytes: 128 * MIB, plannedBytes: 102 * MIB });
  assert.deepEqual(destination.memoryFor({ ...entry, resumable: true })?.plannedBytes, 92 * MIB);
  assert.throws(() => destination.memoryFor({ declaredBytes: 100 * 1024 * MIB }), { code: 'limit/memory' });
  const terminal = await openBucket(t);
  assert.equal(terminal.destination.memoryFor(entry), null);
});
