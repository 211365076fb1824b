import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArchiveError, StorageError } from '../../src/errors.js';
import { resumedRange } from '../../src/source/resumed-range.js';
import fc, { caseCount } from '../support/fast-check.js';
import { CONTENT, faultyFetch } from './faulty-fetch.js';

/** @import { Fault } from './faulty-fetch.js' */

/**
 * @param {Parameters<typeof resumedRange>[0]['fetch']} fetch
 * @param {Partial<Parameters<typeof resumedRange>[0]>} [options]
 */
function range(fetch, options) {
  const signal = new AbortController().signal;
  return resumedRange({
    start: 0,
    end: CONTENT.length,
    name: 'it',
    fetch,
    signal,
    stallTimeoutMs: 5,
    sleep,
    ...options,
  });
}

async function sleep() {}

/** @param {AsyncIterable<Buffer>} chunks */
async function collect(chunks) {
  const parts = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

test('whatever happens to the body, the bytes are the same', async () => {
  const kind = fc.constantFrom(/** @type {const} */ ('cut'), 'end', 'stall', 'refuse', 'hang');
  const fault = fc.record({ kind, after: fc.integer({ min: 0, max: 3000 }), chunk: fc.integer({ min: 1, max: 2000 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 5 }),
      fc.nat(CONTENT.length),
      fc.nat(CONTENT.length),
      async (faults, one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const { fetch, bodies } = faultyFetch(faults);
        assert.deepEqual(await collect(range(fetch, { start, end })), CONTENT.subarray(start, end));
        assert.ok(bodies.every(body => body.destroyed));
      },
    ),
    { numRuns: caseCount(60) },
  );
});

test('nothing is fetched for an empty range', async () => {
  const { fetch, bodies } = faultyFetch([]);
  assert.equal((await collect(range(fetch, { start: 7, end: 7 }))).length, 0);
  assert.equal(bodies.length, 0);
});

test('five faults in a row are tolerated, the sixth is storage/read-failed with its cause', async () => {
  const refuse = /** @type {Fault} */ ({ kind: 'refuse', after: 0, chunk: 1 });
  assert.deepEqual(await collect(range(faultyFetch(Array(5).fill(refuse)).fetch)), CONTENT);
  await assert.rejects(collect(range(faultyFetch(Array(6).fill(refuse)).fetch)), error => {
    assert.ok(error instanceof StorageError);
    assert.equal(error.code, 'storage/read-failed');
    assert.match(error.message, /byte 0 after 6 tries: refused/);
    assert.equal(/** @type {Error} */ (error.cause).message, 'refused');
    return true;
  });
});

test('bodies that stay empty are storage/read-failed', async () => {
  const empty = Array(99).fill({ kind: 'end', after: 0, chunk: 1 });
  const { fetch, bodies } = faultyFetch(empty);
  await assert.rejects(collect(range(fetch)), { code: 'storage/read-failed', message: /ended 5000 bytes early/ });
  assert.equal(bodies.length, 6);
});

test('lasting silence is storage/stalled', async () => {
  const stalls = Array(9).fill({ kind: 'stall', after: 0, chunk: 1 });
  await assert.rejects(collect(range(faultyFetch(stalls).fetch)), { code: 'storage/stalled' });
});

test('each byte resets the count of faults in a row, but a trickle does not last forever', async () => {
  const trickle = (/** @type {number} */ after) => Array(10_000).fill({ kind: 'cut', after, chunk: 512 });
  assert.deepEqual(await collect(range(faultyFetch(trickle(50)).fetch)), CONTENT);
  await assert.rejects(collect(range(faultyFetch(trickle(49)).fetch)), { code: 'storage/read-failed' });
});

test('the pauses between attempts grow, to less than half a minute in total', async () => {
  /** @type {number[]} */
  const pauses = [];
  const refuse = Array(6).fill({ kind: 'refuse', after: 0, chunk: 1 });
  const record = async (/** @type {number} */ ms) => void pauses.push(ms);
  await assert.rejects(collect(range(faultyFetch(refuse).fetch, { sleep: record })));
  pauses.forEach((ms, index) => {
    const most = 200 * 2 ** index;
    assert.ok(ms >= most / 2 && ms <= most, `${ms} ms`);
  });
  assert.equal(pauses.length, 5);
});

test('an error that another request cannot cure fails immediately', async () => {
  for (const error of [new ArchiveError('archive/changed', 'x'), new StorageError('storage/access-denied', 'x')]) {
    let fetches = 0;
    const fetch = async () => {
      fetches += 1;
      throw error;
    };
    await assert.rejects(collect(range(fetch)), error);
    assert.equal(fetches, 1);
  }
});

test('a signal ends the pause between two attempts', { timeout: 60_000 }, async () => {
  const { fetch } = faultyFetch(Array(3).fill({ kind: 'refuse', after: 0, chunk: 1 }));
  const stop = new AbortController();
  const reading = collect(resumedRange({ start: 0, end: 9, name: 'it', fetch, signal: stop.signal }));
  setTimeout(() => stop.abort(), 20);
  await assert.rejects(reading, { name: 'AbortError' });
});
