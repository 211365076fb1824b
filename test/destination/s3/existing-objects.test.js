import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openDestination } from '../../../src/destination/open.js';
import { localS3 } from '../../support/s3.js';
import { CONFLICT, JOB, write } from '../fixture.js';

test('begin notes what is under the prefixes, over many pages, and nothing else', { timeout: 300_000 }, async t => {
  const { put, s3 } = await localS3(t);
  const names = Array.from({ length: 1_005 }, (_, index) => `out/x/${index}`);
  names.push('out/xy/a');
  // Not all of them concurrently: on a busy machine, the last connections would time out.
  while (names.length > 0) await Promise.all(names.splice(0, 20).map(name => put(name, 'before')));
  const destination = await openDestination('s3://bucket/out', { s3 });
  await destination.begin({ ...JOB, prefixes: ['x'] });
  assert.equal(await (await write(destination, 'x/999', 'after')).commit(), 'written');
  assert.equal(await (await write(destination, 'x/1004', 'after')).commit(), 'written');
  await assert.rejects(async () => (await write(destination, 'xy/a', 'after')).commit(), CONFLICT);
});

test('read passes the bytes on or returns null, and only what it saw may be replaced', async t => {
  const { put, s3 } = await localS3(t);
  const destination = await openDestination('s3://bucket', { s3 });
  assert.equal(await destination.read('x/_manifest.json', text), null);
  await put('x/_manifest.json', 'theirs');
  await destination.begin(JOB);
  await assert.rejects(async () => (await write(destination, 'x/_manifest.json', 'ours')).commit(), CONFLICT);
  assert.equal(String(await destination.read('x/_manifest.json', text)), 'theirs');
  assert.equal(await (await write(destination, 'x/_manifest.json', 'ours')).commit(), 'written');
});

test('present lists many paths, and does not look up a few', { timeout: 300_000 }, async t => {
  const { put, s3, requests } = await localS3(t);
  const destination = await openDestination('s3://bucket/out', { s3 });
  await destination.begin({ ...JOB, prefixes: ['x', '_rejected/x'] });
  // Objects that appear after the job began are listed too.
  for (const path of ['x/7', 'x/other', '_rejected/x/1005', 'xy/7', 'x/1006']) await put(`out/${path}`, '');
  const paths = Array.from({ length: 1_006 }, (_, index) => [`x/${index}`, `_rejected/x/${index}`]).flat();
  requests.seen.length = 0;
  assert.deepEqual(await presentOf(destination, ['xy/7', ...paths]), ['x/7', '_rejected/x/1005']);
  assert.deepEqual(
    requests.seen.map(({ operation }) => operation),
    ['ListObjectsV2', 'ListObjectsV2'],
  );
  assert.deepEqual(await presentOf(destination, paths.slice(0, 1_000)), paths.slice(0, 1_000));
  assert.equal(requests.seen.length, 2);
});

test('present stops on its signal', { timeout: 300_000 }, async t => {
  const { put, s3, requests } = await localS3(t);
  const stop = new AbortController();
  const destination = await openDestination('s3://bucket/out', { s3 });
  await destination.begin({ ...JOB, prefixes: ['x', 'y'] });
  for (const path of ['x/1', 'y/2']) await put(`out/${path}`, '');
  const paths = Array.from({ length: 1_001 }, (_, index) => [`x/${index}`, `y/${index}`]).flat();
  requests.fault = ({ operation }) => {
    if (operation === 'ListObjectsV2') stop.abort();
  };
  await assert.rejects(presentOf(destination, paths, stop.signal), { code: 'job/stopped' });
  assert.deepEqual(await presentOf(destination, paths), ['x/1', 'y/2']);
});

test('begin and read fail on a missing bucket', async t => {
  const { s3 } = await localS3(t);
  const destination = await openDestination('s3://no-such-bucket/out', { s3 });
  await assert.rejects(destination.begin(JOB), { name: 'StorageError', code: 'storage/no-such-bucket' });
  await assert.rejects(destination.read('x', text), { name: 'StorageError', code: 'storage/no-such-bucket' });
  await assert.rejects(openDestination('s3://', { s3 }), { name: 'UsageError', code: 'usage/bad-uri' });
});

/**
 * @param {import('../../../src/destination/open.js').Destination} destination
 * @param {string[]} paths
 */
const presentOf = (destination, paths, stop = new AbortController().signal) =>
  Readable.from(destination.present(paths, stop)).toArray();
