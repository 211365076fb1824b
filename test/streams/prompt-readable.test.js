import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { promptReadable } from '../../src/streams/prompt-readable.js';

test('the chunks of the generator come out in order', { timeout: 60_000 }, async () => {
  const readable = promptReadable(async function* () {
    for (const text of ['one ', 'two ', 'three']) yield Buffer.from(text);
  });
  assert.equal(String(await buffer(readable)), 'one two three');
});

test('an error of the generator fails the stream', { timeout: 60_000 }, async () => {
  const readable = promptReadable(async function* () {
    yield Buffer.from('one');
    throw new Error('it broke');
  });
  await assert.rejects(buffer(readable), { message: 'it broke' });
});

test('destroying it takes effect in the middle of a wait, and aborts the signal', { timeout: 60_000 }, async () => {
  /** @type {AbortSignal | undefined} */
  let seen;
  const { promise: never } = Promise.withResolvers();
  const readable = promptReadable(async function* (signal) {
    seen = signal;
    yield Buffer.from('one');
    await never;
  });
  await once(
    readable.once('data', () => {}),
    'data',
  );
  readable.destroy();
  await once(readable, 'close');
  assert.equal(seen?.aborted, true);
});

test('the generator is finished when the consumer stops early', { timeout: 60_000 }, async () => {
  let isFinished = false;
  const readable = promptReadable(async function* () {
    try {
      for (;;) yield Buffer.alloc(100_000);
    } finally {
      isFinished = true;
    }
  });
  for await (const _ of readable) break;
  while (!isFinished) await new Promise(setImmediate);
  assert.equal(readable.destroyed, true);
});

test('it does not read ahead of a slow consumer by more than a few chunks', { timeout: 60_000 }, async () => {
  let produced = 0;
  const readable = promptReadable(async function* () {
    for (;;) {
      produced += 1;
      yield Buffer.alloc(100_000);
    }
  });
  await once(readable, 'readable');
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  assert.ok(produced <= 2, `${produced}`);
  readable.destroy();
});
