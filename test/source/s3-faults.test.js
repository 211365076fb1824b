import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { StoppedError } from '../../src/errors.js';
import fc, { caseCount } from '../support/fast-check.js';
import { CONTENT, MIB, opened, socketsInUse, untilAllSocketsAreFree } from './s3-fixture.js';

test('a body that is cut after any number of bytes is read completely', async t => {
  const { source, requests } = await opened(t);
  const whole = CONTENT.subarray(0, 300_000);
  for (const cutAfterBytes of [1, 4_000, 65_536, 99_999, 299_999]) {
    requests.fault = ({ operation }) => (operation === 'GetObject' ? { cutAfterBytes } : undefined);
    const end = Math.min(whole.length, cutAfterBytes * 50);
    assert.ok((await buffer(source.read(0, end))).equals(whole.subarray(0, end)), `cut after ${cutAfterBytes}`);
  }
});

test('any ranges, with any faults, give the same bytes', { timeout: 300_000 }, async t => {
  const { source, requests, client } = await opened(t, { source: { stallTimeoutMs: 2_000 } });
  const fault = fc.oneof(
    { weight: 3, arbitrary: fc.record({ cutAfterBytes: fc.integer({ min: 1, max: 2 * MIB }) }) },
    { weight: 2, arbitrary: fc.constantFrom({ dropConnection: /** @type {const} */ (true) }, { status: 500 }) },
    { weight: 1, arbitrary: fc.record({ stallAfterBytes: fc.integer({ min: 1, max: MIB }) }) },
    { weight: 3, arbitrary: fc.constant(undefined) },
  );
  const position = fc.nat(CONTENT.length);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(position, position), { minLength: 1, maxLength: 3 }),
      fc.array(fault, { maxLength: 4 }),
      async (pairs, faults) => {
        const left = [...faults];
        requests.fault = () => left.shift();
        await Promise.all(
          pairs.map(async ([a, b]) => {
            const [start, end] = [Math.min(a, b), Math.max(a, b)];
            assert.ok((await buffer(source.read(start, end))).equals(CONTENT.subarray(start, end)));
          }),
        );
      },
    ),
    { numRuns: caseCount(25) },
  );
  await untilAllSocketsAreFree(client);
});

test('a storage that stays silent is storage/stalled', { timeout: 60_000 }, async t => {
  const { source, requests } = await opened(t, { source: { stallTimeoutMs: 30 } });
  requests.fault = () => ({ stallMs: 5_000 });
  await assert.rejects(buffer(source.read(0, 10)), { name: 'StorageError', code: 'storage/stalled' });
});

test('a storage that keeps failing is storage/read-failed', { timeout: 60_000 }, async t => {
  const { source, requests } = await opened(t, { settings: { maxAttempts: 1 } });
  requests.fault = () => ({ status: 503, code: 'SlowDown' });
  await assert.rejects(buffer(source.read(0, 10)), { name: 'StorageError', code: 'storage/read-failed' });
  assert.equal(requests.seen.filter(({ operation }) => operation === 'GetObject').length, 6);
});

test('a permission that was revoked is not requested again', async t => {
  const { source, requests } = await opened(t);
  requests.fault = () => ({ status: 403, code: 'AccessDenied' });
  await assert.rejects(buffer(source.read(0, 10)), { name: 'StorageError', code: 'storage/access-denied' });
  assert.equal(requests.seen.filter(({ operation }) => operation === 'GetObject').length, 1);
});

test('abandoned readers return their connections', { timeout: 60_000 }, async t => {
  const { source, client } = await opened(t);
  for (let round = 0; round < 120; round += 1) {
    const reader = source.read(0, CONTENT.length - round);
    if (round % 3 === 0) await new Promise(resolve => reader.once('readable', resolve));
    if (round % 3 === 1) await new Promise(resolve => setTimeout(resolve, 1));
    reader.destroy();
  }
  assert.ok((await buffer(source.read(0, CONTENT.length))).equals(CONTENT));
  await untilAllSocketsAreFree(client);
});

test('a small range holds no connection while its consumer is busy', { timeout: 60_000 }, async t => {
  const { source, client } = await opened(t);
  const readers = Array.from({ length: 60 }, () => source.read(0, MIB));
  await Promise.all(readers.map(reader => new Promise(resolve => reader.once('readable', resolve))));
  await untilAllSocketsAreFree(client);
  for (const reader of readers) reader.destroy();
});

test('a signal stops the reads with a StoppedError', { timeout: 60_000 }, async t => {
  const stop = new AbortController();
  const { source, requests } = await opened(t, { source: { signal: stop.signal } });
  requests.fault = () => ({ stallAfterBytes: 10 });
  const reading = buffer(source.read(0, CONTENT.length));
  setTimeout(() => stop.abort(), 20);
  await assert.rejects(reading, StoppedError);
  await assert.rejects(buffer(source.read(0, 10)), StoppedError);
});

test('closing destroys the reads that are under way', { timeout: 60_000 }, async t => {
  const { source, requests, client } = await opened(t);
  requests.fault = () => ({ stallAfterBytes: 10 });
  const reader = source.read(0, CONTENT.length);
  await new Promise(resolve => reader.once('readable', resolve));
  assert.equal(socketsInUse(client), 1);
  await source.close();
  assert.equal(reader.destroyed, true);
  await untilAllSocketsAreFree(client);
});
