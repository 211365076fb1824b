import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { untilPaused } from '../../src/streams/until-paused.js';

const [A, B] = [Buffer.from('a'), Buffer.from('b')];
const never = new Promise(() => {});

test('all chunks are passed on, without a pause, with one that never comes, and with one that has come before', async () => {
  const { signal } = new AbortController();
  for (const pause of [undefined, signal, AbortSignal.abort()]) {
    for (const chunks of [[A, B], Readable.from([A, B])]) {
      assert.deepEqual(await allOf(untilPaused(chunks, pause)), [A, B]);
    }
  }
});

test('a pause while a chunk is waited for is told once, and what comes then is passed on', async () => {
  const pause = new AbortController();
  const { promise, resolve } = Promise.withResolvers();
  const paused = untilPaused(
    (async function* () {
      yield A;
      yield/** @type {Promise<Buffer>} */ (promise);
      yield A;
    })(),
    pause.signal,
  );
  assert.deepEqual((await paused.next()).value, A);
  setImmediate(() => pause.abort());
  assert.equal((await paused.next()).value?.length, 0);
  resolve(B);
  assert.deepEqual(await allOf(paused), [B, A]);
});

test('whoever stops at a pause waits for nothing more, and the stream is destroyed', async () => {
  const stream = new Readable({ read() {} });
  stream.push(A);
  async function* stuck() {
    yield A;
    await never;
  }
  for (const chunks of [stream, stuck()]) {
    const pause = new AbortController();
    setImmediate(() => pause.abort());
    const seen = [];
    for await (const chunk of untilPaused(chunks, pause.signal)) {
      seen.push(chunk.length);
      if (chunk.length === 0) break;
    }
    assert.deepEqual(seen, [1, 0]);
  }
  assert.ok(stream.destroyed);
});

test('an error of the chunks is passed on, also after a pause, and the stream is closed if it is left between two chunks', async () => {
  const pause = new AbortController();
  const { promise, reject } = Promise.withResolvers();
  const failing = untilPaused(
    (async function* () {
      yield/** @type {Promise<Buffer>} */ (promise);
    })(),
    pause.signal,
  );
  setImmediate(() => pause.abort());
  assert.equal((await failing.next()).value?.length, 0);
  reject(new Error('broken'));
  await assert.rejects(failing.next(), /broken/);
  const stream = Readable.from([A, B]);
  for await (const _ of untilPaused(stream, new AbortController().signal)) break;
  assert.ok(stream.destroyed);
});

/** @param {AsyncIterable<Buffer>} chunks */
async function allOf(chunks) {
  const all = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}
