import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { UploadPartCommand } from '@aws-sdk/client-s3';
import { StoppedError } from '../../../src/errors.js';
import { markLastOfBuffer, takeBlock } from '../../../src/memory/chunk-memory.js';
import { manualTimeouts, timeOutSilent } from '../../support/manual-timeouts.js';
import { assertNothing, assertNoUploadsLeft, contentOf } from '../../support/s3.js';
import { write } from '../fixture.js';
import { BIG, MIB, openBucket, quick } from './fixture.js';

/** @import { ClientSocket } from '../../support/manual-timeouts.js' */

test('one large write, empty writes and many small ones all arrive', async t => {
  const { client, destination } = await openBucket(t);
  const output = await destination.create('x/a', { declaredBytes: 1 });
  output.writable.write(BIG);
  const small = Array.from({ length: 2_000 }, (_, index) => Buffer.alloc(index % 50, index));
  for (const chunk of small) output.writable.write(chunk);
  await new Promise(resolve => output.writable.end(resolve));
  await output.commit();
  assert.ok((await contentOf(client, 'out/x/a')).equals(Buffer.concat([BIG, ...small])));
});

test('abort leaves neither an object nor an upload, wherever it strikes', { timeout: 300_000 }, async t => {
  const { client, destination, requests } = await openBucket(t);
  requests.fault = ({ operation }) => (operation === 'CreateMultipartUpload' ? { stallMs: 60 } : { stallMs: 20 });
  for (const [bytes, waitMs] of [
    [0, 0],
    [100, 0],
    [6 * MIB, 0],
    [6 * MIB, 30],
    [12 * MIB, 90],
    [12 * MIB, 200],
  ]) {
    const output = await destination.create('x/a', { declaredBytes: bytes });
    output.writable.write(BIG.subarray(0, bytes));
    await new Promise(resolve => setTimeout(resolve, waitMs));
    await output.abort();
    await output.abort();
    await assertNoUploadsLeft(client);
    await assertNothing(client, 'out/x/a');
  }
});

test('parts under way are waited for before their upload is aborted', { timeout: 300_000 }, async t => {
  const { client, destination, requests } = await openBucket(t);
  /** @type {PromiseWithResolvers<void>} */
  const arrived = Promise.withResolvers();
  /** @type {PromiseWithResolvers<void>} */
  const answers = Promise.withResolvers();
  requests.fault = ({ operation }) => {
    if (operation !== 'UploadPart') return;
    arrived.resolve();
    return answers.promise;
  };
  const output = await destination.create('x/a', { declaredBytes: BIG.length });
  output.writable.write(BIG);
  await arrived.promise;
  const aborted = output.abort();
  await new Promise(resolve => setTimeout(resolve, 100));
  assert.ok(!requests.seen.some(({ operation }) => operation === 'AbortMultipartUpload'));
  answers.resolve();
  await aborted;
  await assertNoUploadsLeft(client);
});

test('a finished upload can be aborted, and a committed one cannot', async t => {
  const { client, destination } = await openBucket(t);
  const finished = await write(destination, 'x/a', BIG);
  await finished.abort();
  await assert.rejects(finished.commit());
  await assertNothing(client, 'out/x/a');
  await assertNoUploadsLeft(client);
  const committed = await write(destination, 'x/a', 'x');
  await committed.commit();
  await committed.abort();
  assert.equal(String(await contentOf(client, 'out/x/a')), 'x');
});

test('a part that fails fails the writer immediately, whichever part it is', { timeout: 300_000 }, async t => {
  const { client, destination, requests } = await openBucket(t, { settings: quick });
  for (const part of ['1', '2', '3']) {
    requests.fault = ({ query }) => (query.get('partNumber') === part ? { status: 500 } : undefined);
    const output = await destination.create('x/a', { declaredBytes: BIG.length });
    // It never ends by itself.
    const endless = Readable.from(
      (async function* () {
        while (true) yield BIG.subarray(0, MIB);
      })(),
    );
    await assert.rejects(pipeline(endless, output.writable), { name: 'StorageError', code: 'storage/unavailable' });
    await assert.rejects(output.commit(), { name: 'StorageError', code: 'storage/unavailable' });
    await output.abort();
    await assertNoUploadsLeft(client);
  }
});

test('a part that fails fails an idle writer', { timeout: 300_000 }, async t => {
  const { destination, requests } = await openBucket(t, { settings: quick });
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { status: 500 } : undefined);
  const output = await destination.create('x/a', { declaredBytes: BIG.length });
  output.writable.write(BIG.subarray(0, 6 * MIB));
  await new Promise(resolve => output.writable.once('close', resolve));
  assert.equal(/** @type {any} */ (output.writable.errored).code, 'storage/unavailable');
  await output.abort();
});

test('an upload that cannot be created fails the writer', { timeout: 300_000 }, async t => {
  const { destination, requests } = await openBucket(t, { settings: quick });
  requests.fault = ({ operation }) =>
    operation === 'CreateMultipartUpload' ? { status: 403, code: 'AccessDenied' } : undefined;
  const output = await destination.create('x/a', { declaredBytes: BIG.length });
  const chunks = Array.from({ length: 40 }, () => BIG.subarray(0, MIB));
  await assert.rejects(pipeline(Readable.from(chunks), output.writable), { code: 'storage/access-denied' });
  await output.abort();
});

test('an upload that stalls times out', { timeout: 300_000 }, async t => {
  const settings = { ...quick, ...manualTimeouts() };
  const { client, destination, requests } = await openBucket(t, { settings });
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { stallMs: 1_000_000_000 } : undefined);
  let isOver = false;
  const written = write(destination, 'x/a', BIG)
    .then(output => output.commit())
    .finally(() => {
      isOver = true;
    });
  written.catch(() => {});
  const isPart = (/** @type {ClientSocket} */ { _httpMessage: sent }) => /partNumber/.test(sent?.path ?? '');
  while (!isOver) await timeOutSilent(client, isPart);
  await assert.rejects(written, { name: 'StorageError', code: 'storage/unreachable' });
  requests.fault = () => {};
  await assertNoUploadsLeft(client);
});

test('a passing fault goes unnoticed', { timeout: 300_000 }, async t => {
  const { client, destination, requests } = await openBucket(t);
  const faults = [{ status: 503, code: 'SlowDown' }, { dropConnection: true }, { cutRequestAfterBytes: 70_000 }];
  requests.fault = ({ operation }) => /** @type {any} */ (operation === 'UploadPart' ? faults.shift() : undefined);
  assert.equal(await (await write(destination, 'x/a', BIG)).commit(), 'written');
  assert.equal(faults.length, 0);
  assert.ok((await contentOf(client, 'out/x/a')).equals(BIG));
});

test('the signal fails open outputs, and a manifest can still be written', { timeout: 300_000 }, async t => {
  const stop = new AbortController();
  const { client, destination, requests } = await openBucket(t, { destination: { signal: stop.signal } });
  requests.fault = ({ operation }) => (operation === 'UploadPart' ? { stallMs: 2_000 } : undefined);
  const writing = write(destination, 'x/a', BIG);
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(async () => (await writing).commit(), StoppedError);
  await destination.close();
  await assertNoUploadsLeft(client);
  assert.equal(await (await write(destination, 'x/_manifest.json', '{}')).commit(), 'written');
});

test('the blocks of small outputs are reused, even if a request was sent twice', async t => {
  const { client, destination, requests } = await openBucket(t);
  const fresh = takeBlock();
  for (const text of ['first', 'second', 'third']) {
    const conflicts = text === 'second' ? [{ status: 409, code: 'ConditionalRequestConflict' }] : [];
    requests.fault = ({ operation }) => (operation === 'PutObject' ? conflicts.shift() : undefined);
    const block = text === 'first' ? fresh : takeBlock();
    assert.ok(block.buffer === fresh.buffer, text);
    const length = block.write(text);
    const output = await destination.create(text, { declaredBytes: length });
    await pipeline([markLastOfBuffer(block.subarray(0, length))], output.writable);
    await output.commit();
    assert.equal(String(await contentOf(client, `out/${text}`)), text);
  }
});

test('the chunks and the parts of an upload are freed while it goes on', async t => {
  const { client, destination } = await openBucket(t);
  /** @type {Buffer[]} */
  const parts = [];
  const send = client.send.bind(client);
  t.mock.method(client, 'send', async (/** @type {any} */ command, /** @type {any} */ options) => {
    if (command instanceof UploadPartCommand) parts.push(/** @type {Buffer} */ (command.input.Body));
    return send(command, options);
  });
  const output = await destination.create('x/a', { declaredBytes: 22 * MIB });
  const chunks = Array.from({ length: 22 }, () => markLastOfBuffer(Buffer.allocUnsafeSlow(MIB)));
  await pipeline(chunks, output.writable);
  await output.commit();
  const isFreed = (/** @type {Buffer} */ { buffer }) => buffer.byteLength === 0;
  assert.equal(parts.length, 5);
  assert.deepEqual(parts.map(isFreed).slice(0, 4), [true, true, true, true]);
  assert.equal(chunks.filter(isFreed).length, 22);
});

test('eight concurrent outputs do not mix', { timeout: 300_000 }, async t => {
  const { client, destination } = await openBucket(t);
  await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const content = Buffer.alloc(5 * MIB + index * 100_000, `${index}`);
      await (await write(destination, `x/${index}`, content)).commit();
      const there = createHash('sha256')
        .update(await contentOf(client, `out/x/${index}`))
        .digest('hex');
      assert.equal(there, createHash('sha256').update(content).digest('hex'));
    }),
  );
});
