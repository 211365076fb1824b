import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { LimitError } from '../../../src/errors.js';
import { socketsOf } from '../../support/manual-timeouts.js';
import { CONFLICT, write } from '../fixture.js';
import { MIB, openBucket, quick } from './fixture.js';

const bounded = { timeout: 60_000 };

test('a body that breaks off once is read again', async t => {
  const { destination, requests, put } = await openBucket(t);
  await put('out/x/a', 'content');
  let cuts = 1;
  requests.fault = ({ operation }) => (operation === 'GetObject' && cuts-- > 0 ? { cutAfterBytes: 3 } : undefined);
  assert.equal(String(await destination.read('x/a', text)), 'content');
});

test('a body that breaks off three times fails, and each attempt starts from the beginning', async t => {
  const { destination, requests, put } = await openBucket(t);
  await put('out/x/a', 'content');
  requests.fault = ({ operation }) => (operation === 'GetObject' ? { cutAfterBytes: 3 } : undefined);
  /** @type {string[]} */
  const seen = [];
  const consume = async (/** @type {AsyncIterable<Buffer>} */ chunks) => {
    const index = seen.push('') - 1;
    for await (const chunk of chunks) seen[index] += chunk;
  };
  await assert.rejects(destination.read('x/a', consume), { name: 'StorageError', code: 'storage/unreachable' });
  assert.equal(seen.length, 3);
  for (const beginning of seen) assert.ok('con'.startsWith(beginning), beginning);
});

test('a limit that the reader finds exceeded is not read again', async t => {
  const { destination, put } = await openBucket(t);
  await put('out/x/a', 'content');
  let reads = 0;
  const exceeded = new LimitError('limit/bytes', 'too much');
  /** @type {unknown} */
  let body;
  const consume = async (/** @type {AsyncIterable<Buffer>} */ chunks) => {
    reads += 1;
    body = chunks;
    throw exceeded;
  };
  await assert.rejects(destination.read('x/a', consume), error => error === exceeded);
  assert.equal(reads, 1);
  assert.equal(/** @type {import('node:stream').Readable} */ (body).destroyed, true, 'its connection is free');
});

test('what is asked for early is read once, without another request; what is not read is let go', bounded, async t => {
  const { destination, requests, put, client } = await openBucket(t);
  const big = Buffer.alloc(20 * MIB, 'long');
  await put('out/x/a', 'before');
  await put('out/x/big', big);
  requests.seen.length = 0;
  for (const path of ['x/a', 'x/big', 'x/missing']) destination.prefetch(path);
  assert.equal(String(await destination.read('x/a', text)), 'before');
  assert.equal(await destination.read('x/missing', text), null);
  assert.equal(requests.seen.length, 3);
  await put('out/x/a', 'after');
  assert.equal(String(await destination.read('x/a', text)), 'after');
  assert.equal(requests.seen.length, 5);
  assert.equal(socketsOf(client).length, 1);
  await destination.close();
  while (socketsOf(client).length > 0) await setTimeout(1);
});

test('closing ends an early request that is not answered', bounded, async t => {
  const { destination, requests } = await openBucket(t);
  requests.seen.length = 0;
  /** @type {(value?: undefined) => void} */
  let answer = () => {};
  await new Promise(resolve => {
    requests.fault = () => {
      resolve(undefined);
      return new Promise(release => {
        answer = release;
      });
    };
    destination.prefetch('x/a');
  });
  await destination.close();
  assert.equal(requests.seen.length, 1, 'it was not even sent again');
  answer();
});

test('only what was there when it was asked for early may be replaced', async t => {
  const { destination, put } = await openBucket(t);
  await put('out/x/a', 'before');
  destination.prefetch('x/a');
  assert.equal(String(await destination.read('x/a', text)), 'before');
  await put('out/x/a', 'theirs');
  await assert.rejects(async () => (await write(destination, 'x/a', 'ours')).commit(), CONFLICT);
});

test('an early request that fails is sent again, or fails where it is asked for', async t => {
  const { destination, requests, put } = await openBucket(t, { settings: quick });
  await put('out/x/a', 'content');
  let faults = 1;
  requests.fault = ({ operation }) =>
    operation === 'GetObject' && faults-- > 0 ? { dropConnection: true } : undefined;
  destination.prefetch('x/a');
  assert.equal(String(await destination.read('x/a', text)), 'content');
  faults = 1;
  requests.fault = ({ operation }) => (operation === 'GetObject' && faults-- > 0 ? { cutAfterBytes: 3 } : undefined);
  destination.prefetch('x/a');
  assert.equal(String(await destination.read('x/a', text)), 'content');
  requests.fault = () => ({ status: 403, code: 'AccessDenied' });
  destination.prefetch('x/a');
  await setTimeout(10);
  await assert.rejects(destination.read('x/a', text), { code: 'storage/access-denied' });
});

test('a job that was stopped after it asked still reads what is there', async t => {
  const stop = new AbortController();
  const { destination, put } = await openBucket(t, { destination: { signal: stop.signal } });
  await put('out/x/a', 'content');
  destination.prefetch('x/a');
  stop.abort();
  assert.equal(String(await destination.read('x/a', text)), 'content');
});
