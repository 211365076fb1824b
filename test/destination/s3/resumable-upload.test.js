import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openDestination } from '../../../src/destination/open.js';
import { s3ClientFactory } from '../../../src/storage/s3-client.js';
import { nextTurn, throughJson, turn, unlikeBytes } from '../resumable-fixture.js';
import {
  alter,
  assertNothing,
  assertNoUploadsLeft,
  begun,
  contentOf,
  JOB,
  MIB,
  quick,
  uploadsLeft,
} from './fixture.js';

const PART = 5 * MIB;
const BYTES = unlikeBytes(3 * PART + 12_345);

test('wherever it is suspended, and in however many turns, what comes out is what was written', async t => {
  const { client, server, destination } = await begun(t);
  const near = fc.tuple(fc.constantFrom(0, PART, 2 * PART, 3 * PART), fc.integer({ min: -3, max: 3 })).map(sum);
  const cuts = fc.array(fc.oneof(near, fc.nat(BYTES.length)), { maxLength: 6 });
  const chunkBytes = fc.constantFrom(99_991, MIB, PART, 2 * PART + 1);
  let name = 0;
  await fc.assert(
    fc.asyncProperty(cuts, near, chunkBytes, async (places, length, chunk) => {
      name += 1;
      const path = `x/${name}`;
      const bytes = BYTES.subarray(0, Math.max(0, length));
      /** @type {import('../../../src/destination/open.js').SuspendedOutput | null} */
      let suspended = null;
      let position = 0;
      for (const place of places.toSorted((one, other) => one - other)) {
        // As another process would: with a client of its own.
        const s3 = s3ClientFactory({
          endpoint: server.endpoint,
          region: 'us-east-1',
          credentials: server.credentials,
        });
        const end = Math.min(Math.max(position, place), bytes.length);
        const later = await openDestination('s3://bucket/out', { s3 });
        await later.begin(JOB);
        suspended = throughJson(
          await (await turn(later, path, suspended, bytes.subarray(position, end), chunk)).suspend(),
        );
        assert.equal(suspended.state.bytes, end);
        position = end;
        (await s3()).destroy();
      }
      const output = await turn(destination, path, suspended, bytes.subarray(position), chunk);
      assert.equal(await output.commit(), 'written');
      assert.ok((await contentOf(client, `out/${path}`)).equals(bytes));
      await assertNoUploadsLeft(client);
    }),
    { numRuns: 8, seed: 6 },
  );
});

test('less than a part is one PutObject, a part or more is one multipart upload, in one turn or two', async t => {
  const { client, destination, requests } = await begun(t);
  for (const bytes of [0, 1, PART - 1, PART, PART + 1, 2 * PART]) {
    for (const cut of [0, bytes]) {
      requests.seen.length = 0;
      const first = await turn(destination, 'x/a', null, BYTES.subarray(0, cut));
      const output = await nextTurn(destination, 'x/a', await first.suspend(), BYTES.subarray(cut, bytes));
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

test('a turn that was killed is begun again from the state before it', async t => {
  const { client, destination } = await begun(t);
  const first = await turn(destination, 'x/a', null, BYTES.subarray(0, 1_000_000));
  const suspended = throughJson(await first.suspend());
  // Two parts go up that no state knows.
  const killed = await turn(destination, 'x/a', suspended, BYTES.subarray(1_000_000));
  await killed.release();
  await assertNoUploadsLeft(client);
  const second = await turn(destination, 'x/a', suspended, BYTES.subarray(1_000_000, 2 * PART + 5));
  const later = throughJson(await second.suspend());
  // What a turn sent that was killed after the state it went on from had an upload is sent again under the same numbers.
  await (await turn(destination, 'x/a', later, BYTES.subarray(2 * PART + 5))).release();
  const output = await turn(destination, 'x/a', later, BYTES.subarray(2 * PART + 5));
  assert.equal(await output.commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
  await assertNoUploadsLeft(client);
});

test('a byte that changes after it was copied into a part is found by the storage', async t => {
  const { client, s3, destination } = await begun(t, { settings: quick });
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

test('a part that fails fails the writer at once, and what was safe before it stays', { timeout: 60_000 }, async t => {
  const { client, destination, requests } = await begun(t, { settings: quick });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, PART))).suspend();
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { status: 500 } : undefined);
  const output = await nextTurn(destination, 'x/a', suspended, BYTES.subarray(PART, 2 * PART), { end: false });
  await new Promise(resolve => output.writable.once('close', resolve));
  assert.equal(/** @type {any} */ (output.writable.errored).code, 'storage/unavailable');
  await assert.rejects(output.commit(), { code: 'storage/unavailable' });
  await assert.rejects(output.suspend(), { code: 'storage/unavailable' });
  await output.release();
  assert.ok(!requests.seen.some(({ operation }) => operation === 'ListParts'), 'what was answered needs no looking');
  assert.equal((await uploadsLeft(client)).length, 1);
  requests.fault = () => {};
  assert.equal(await (await turn(destination, 'x/a', suspended, BYTES.subarray(PART))).commit(), 'written');
  assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
});

/** @param {[number, number]} numbers */
function sum([one, other]) {
  return one + other;
}
