import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { readRangeBody, Stall } from '../../src/source/range-body.js';
import { CONTENT, faultyFetch } from './faulty-fetch.js';

/**
 * @param {Parameters<typeof readRangeBody>[0]} fetch
 * @param {Partial<Parameters<typeof readRangeBody>[1]>} [options]
 */
function read(fetch, options) {
  const { signal } = new AbortController();
  return readRangeBody(fetch, { start: 0, end: CONTENT.length, signal, stallTimeoutMs: 60_000, ...options });
}

/** @param {AsyncIterable<Buffer>} chunks */
async function collect(chunks) {
  const parts = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

test('a body of the right length is read completely, and its connection is free', async () => {
  const { fetch, bodies } = faultyFetch([]);
  assert.deepEqual(await collect(read(fetch, { start: 100, end: 4000 })), CONTENT.subarray(100, 4000));
  assert.deepEqual(
    bodies.map(({ destroyed }) => destroyed),
    [true],
  );
});

test('a body that ends early is an error', async () => {
  const { fetch } = faultyFetch([{ kind: 'end', after: 4990, chunk: 512 }]);
  await assert.rejects(collect(read(fetch)), /ended 10 bytes early/);
});

test('a body that stays silent is a Stall, and is destroyed', { timeout: 60_000 }, async () => {
  for (const kind of /** @type {const} */ (['stall', 'hang'])) {
    const { fetch, bodies } = faultyFetch([{ kind, after: 10, chunk: 10 }]);
    await assert.rejects(collect(read(fetch, { stallTimeoutMs: 5 })), Stall);
    assert.ok(bodies.every(({ destroyed }) => destroyed));
  }
});

test('more bytes than were requested are never handed on', async () => {
  const fetch = async () => Readable.from([CONTENT.subarray(0, 11)]);
  const got = read(fetch, { start: 0, end: 10 });
  await assert.rejects(collect(got), /longer than the 10 bytes/);
});

test('a slow consumer is not a stall', { timeout: 60_000 }, async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { fetch, bodies } = faultyFetch([]);
  let bytes = 0;
  for await (const chunk of read(fetch, { stallTimeoutMs: 10 })) {
    bytes += chunk.length;
    t.mock.timers.tick(15);
  }
  assert.equal(bytes, CONTENT.length);
  assert.equal(bodies.length, 1);
});

test('a consumer that stops early leaves no body open', async () => {
  for (const chunks of [1, 3, 10]) {
    const { fetch, bodies } = faultyFetch([]);
    let seen = 0;
    for await (const _ of read(fetch)) {
      seen += 1;
      if (seen === chunks) break;
    }
    assert.deepEqual(
      bodies.map(body => body.destroyed),
      [true],
    );
  }
});

test('however a body ends, nothing is left that listens to the signal', async () => {
  for (const fault of /** @type {const} */ (['end', 'cut', 'refuse'])) {
    const { signal } = new AbortController();
    const { fetch } = faultyFetch([{ kind: fault, after: 10, chunk: 10 }]);
    await collect(read(fetch, { signal })).catch(() => {});
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  }
});

test('a signal ends every kind of wait', { timeout: 60_000 }, async () => {
  for (const kind of /** @type {const} */ (['stall', 'hang'])) {
    const { fetch, bodies } = faultyFetch([{ kind, after: 10, chunk: 10 }]);
    const stop = new AbortController();
    const reading = collect(read(fetch, { signal: stop.signal }));
    setTimeout(() => stop.abort(new Error('enough')), 10);
    await assert.rejects(reading, /enough/);
    assert.ok(bodies.every(body => body.destroyed));
  }
});

test('a body that arrives after the abort is destroyed', { timeout: 60_000 }, async () => {
  const late = new Readable({ read() {} });
  const fetch = async () => {
    await new Promise(resolve => setTimeout(resolve, 30));
    return late;
  };
  const stop = new AbortController();
  const reading = collect(read(fetch, { signal: stop.signal }));
  setTimeout(() => stop.abort(), 5);
  await assert.rejects(reading);
  await new Promise(resolve => late.once('close', () => resolve(undefined)));
  assert.equal(late.destroyed, true);
});
