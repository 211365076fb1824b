import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { promptWritable } from '../../src/streams/prompt-writable.js';

const unexpected = () => assert.fail('no error is expected');

test('each chunk is taken before the next one', { timeout: 60_000 }, async () => {
  /** @type {string[]} */
  const steps = [];
  const { writable } = promptWritable(async chunk => {
    steps.push(`begin ${chunk}`);
    await new Promise(setImmediate);
    steps.push(`end ${chunk}`);
  }, unexpected);
  await pipeline(Readable.from([Buffer.from('one'), Buffer.from('two')]), writable);
  assert.deepEqual(steps, ['begin one', 'end one', 'begin two', 'end two']);
});

test('an error while taking a chunk goes to onError, which fails the stream', { timeout: 60_000 }, async () => {
  const { writable, fail } = promptWritable(
    async () => {
      throw new Error('full');
    },
    error => fail(/** @type {Error} */ (error)),
  );
  await assert.rejects(pipeline(Readable.from([Buffer.from('one')]), writable), { message: 'full' });
});

test('it fails immediately while a chunk is being taken, and between two chunks', { timeout: 60_000 }, async () => {
  const { promise: never } = Promise.withResolvers();
  const busy = promptWritable(async () => void (await never), unexpected);
  const idle = promptWritable(async () => {}, unexpected);
  busy.writable.write('one');
  await new Promise(resolve => idle.writable.write('one', resolve));
  for (const { writable, fail } of [busy, idle]) {
    const closed = new Promise(resolve => writable.once('close', resolve));
    fail(new Error('stopped'));
    await closed;
    assert.equal(writable.errored?.message, 'stopped');
    fail(new Error('again'));
    assert.equal(writable.errored?.message, 'stopped');
  }
});
