import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { StoppedError } from '../../src/errors.js';
import { rangeReaders } from '../../src/source/range-readers.js';
import '../support/own-process.js';

/** @import { Readable } from 'node:stream' */

async function* some() {
  yield Buffer.from('some bytes');
}
async function* endless() {
  for (;;) yield Buffer.alloc(100_000);
}

test('each reader gives the chunks of its generator', { timeout: 60_000 }, async () => {
  const readers = rangeReaders(undefined);
  const all = await Promise.all([buffer(readers.read(some)), buffer(readers.read(some))]);
  assert.deepEqual(all.map(String), ['some bytes', 'some bytes']);
  readers.close();
});

test('a signal stops the open readers, and those that are opened later, with its reason', {
  timeout: 60_000,
}, async () => {
  const stop = new AbortController();
  const readers = rangeReaders(stop.signal);
  const reading = buffer(readers.read(endless));
  const reason = new Error('the time is up');
  stop.abort(reason);
  for (const read of [reading, buffer(readers.read(some))]) {
    await assert.rejects(read, error => error instanceof StoppedError && error.cause === reason);
  }
});

test('a reader that has ended is let go, although others may still be opened', async () => {
  setFlagsFromString('--expose-gc');
  const readers = rangeReaders(undefined);
  let reader = /** @type {Readable | null} */ (readers.read(some));
  const held = new WeakRef(/** @type {Readable} */ (reader));
  await buffer(/** @type {Readable} */ (reader));
  reader = null;
  await turn();
  runInNewContext('gc')();
  assert.equal(held.deref(), undefined);
  readers.close();
});

test('close destroys the open readers, and after it the signal has no effect', { timeout: 60_000 }, async () => {
  const stop = new AbortController();
  const readers = rangeReaders(stop.signal);
  const reader = readers.read(endless);
  readers.close();
  stop.abort();
  assert.deepEqual([reader.destroyed, reader.errored], [true, null]);
});
