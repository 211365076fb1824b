import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { LimitError } from '../../../src/errors.js';
import { openBucket } from './fixture.js';

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
