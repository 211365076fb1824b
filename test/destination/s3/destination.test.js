import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { StorageError } from '../../../src/errors.js';
import { localS3, OWNER } from '../../support/s3-fixture.js';
import {
  assertNothing,
  assertNoUploadsLeft,
  BIG,
  begun,
  CONFLICT,
  contentOf,
  JOB,
  MIB,
  quick,
  write,
} from './fixture.js';

test('an output appears when it is committed, whatever its size', async t => {
  const { client, destination } = await begun(t);
  for (const content of [Buffer.alloc(0), Buffer.from('one,two\n'), BIG.subarray(0, 5 * MIB), BIG]) {
    const path = `x/ü ${content.length}%2B.csv`;
    const output = await write(destination, path, content);
    assert.equal(output.uri, `s3://bucket/out/${path}`);
    await assertNothing(client, `out/${path}`);
    assert.equal(await output.commit(), 'written');
    assert.ok((await contentOf(client, `out/${path}`)).equals(content));
  }
  await assertNoUploadsLeft(client);
});

test('type and origin are on the object', async t => {
  const { client, destination } = await begun(t);
  for (const [path, size] of /** @type {const} */ ([
    ['x/a.csv', 10],
    ['x/b.csv', 6 * MIB],
  ])) {
    await (await write(destination, path, BIG.subarray(0, size))).commit();
    const head = await client.send(new HeadObjectCommand({ Bucket: 'bucket', Key: `out/${path}` }));
    assert.equal(head.ContentType, 'text/csv');
    assert.equal(head.Metadata?.['sluice-source'], 's3://in/%C3%BC%20x.zip#1');
    assert.equal(head.Metadata?.['sluice-recipe'], 'abc');
  }
});

test('what is listed under the prefixes is noted, over many pages, and nothing else', { timeout: 60_000 }, async t => {
  const { put, s3 } = await localS3(t);
  const names = Array.from({ length: 1_005 }, (_, index) => `out/x/${index}`);
  await Promise.all([...names, 'out/xy/a'].map(name => put(name, 'before')));
  const destination = await openDestination('s3://bucket/out', { s3 });
  await destination.begin({ ...JOB, prefixes: ['x'] });
  assert.equal(await (await write(destination, 'x/999', 'after')).commit(), 'written');
  assert.equal(await (await write(destination, 'x/1004', 'after')).commit(), 'written');
  await assert.rejects(async () => (await write(destination, 'xy/a', 'after')).commit(), CONFLICT);
});

test('read gives the bytes or null, and what it saw is what may be replaced', async t => {
  const { put, s3 } = await localS3(t);
  const destination = await openDestination('s3://bucket', { s3 });
  assert.equal(await destination.read('x/_manifest.json', text), null);
  await put('x/_manifest.json', 'theirs');
  await destination.begin(JOB);
  await assert.rejects(async () => (await write(destination, 'x/_manifest.json', 'ours')).commit(), CONFLICT);
  assert.equal(String(await destination.read('x/_manifest.json', text)), 'theirs');
  assert.equal(await (await write(destination, 'x/_manifest.json', 'ours')).commit(), 'written');
});

test('read does not mind a body that breaks once', async t => {
  const { destination, requests, put } = await begun(t);
  await put('out/x/a', 'content');
  let cuts = 1;
  requests.fault = ({ operation }) => (operation === 'GetObject' && cuts-- > 0 ? { cutAfterBytes: 3 } : undefined);
  assert.equal(String(await destination.read('x/a', text)), 'content');
});

test('remove takes back what was published, and leaves what is another version’s, even with the same bytes', async t => {
  const { client, put, destination } = await begun(t);
  for (const path of ['x/ours', 'x/newer', 'x/same']) {
    await (await write(destination, path, Buffer.from('ours'))).commit();
  }
  await put('out/x/newer', 'newer');
  await put('out/x/same', 'ours');
  for (const path of ['x/ours', 'x/ours', 'x/newer', 'x/same', 'x/never']) await destination.removeOwn(path);
  await assertNothing(client, 'out/x/ours');
  assert.equal(String(await contentOf(client, 'out/x/newer')), 'newer');
  assert.equal(String(await contentOf(client, 'out/x/same')), 'ours');
});

test('who holds the claim removes whatever is there, once the claim was looked at', async t => {
  const { client, put, destination } = await begun(t);
  for (const path of ['out/x/a', 'out/x/b']) await put(path, 'older');
  /** @type {unknown[]} */
  const seen = [];
  const hold = async () => void seen.push(String(await contentOf(client, 'out/x/a')));
  for (const path of ['x/a', 'x/never']) await destination.removeOutdated(path, hold);
  assert.deepEqual(seen, ['older']);
  await assertNothing(client, 'out/x/a');
  const lost = new StorageError('storage/conflict', 'lost');
  await assert.rejects(
    destination.removeOutdated('x/b', () => Promise.reject(lost)),
    error => error === lost,
  );
  assert.equal(String(await contentOf(client, 'out/x/b')), 'older');
});

/**
 * @param {import('../../../src/destination/open.js').Destination} destination
 * @param {string[]} paths
 */
const presentOf = (destination, paths, stop = new AbortController().signal) =>
  Readable.from(destination.present(paths, stop)).toArray();

test('of many paths, those that are there are listed; few are not looked up', { timeout: 60_000 }, async t => {
  const { put, s3, requests } = await localS3(t);
  const destination = await openDestination('s3://bucket/out', { s3 });
  await destination.begin({ ...JOB, prefixes: ['x', '_rejected/x'] });
  // What came later than the job began counts.
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

test('what is there is listed until it is to be stopped', { timeout: 60_000 }, async t => {
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

test('a bucket that is missing is found out at the beginning', async t => {
  const { s3 } = await localS3(t);
  const destination = await openDestination('s3://no-such-bucket/out', { s3 });
  await assert.rejects(destination.begin(JOB), { name: 'StorageError', code: 'storage/no-such-bucket' });
  await assert.rejects(destination.read('x', text), { name: 'StorageError', code: 'storage/no-such-bucket' });
  await assert.rejects(openDestination('s3://', { s3 }), { name: 'UsageError', code: 'usage/bad-uri' });
});

test('what is too large for the memory, or too long for a key, is refused before a byte is sent', async t => {
  const { destination, requests } = await begun(t, { destination: { memoryBytes: 128 * MIB } });
  requests.seen.length = 0;
  await assert.rejects(destination.create('x/a', { declaredBytes: 100 * 1024 * MIB }), { code: 'limit/memory' });
  await assert.rejects(destination.create(`x/${'ü'.repeat(510)}`, { declaredBytes: 1 }), { code: 'limit/name-length' });
  assert.equal(requests.seen.length, 0);
});

test('closing aborts what is open', async t => {
  const { client, destination } = await begun(t);
  await write(destination, 'x/a', BIG);
  await destination.close();
  await assertNoUploadsLeft(client);
});

test('every request names the expected owner, also the one that aborts', async t => {
  const { destination, requests } = await begun(t, { destination: { expectedBucketOwner: OWNER }, settings: quick });
  await destination.read('x/a', text);
  await (await write(destination, 'x/a', BIG)).commit();
  await (await write(destination, 'x/b', BIG)).abort();
  await destination.removeOwn('x/a');
  const operations = new Set(requests.seen.map(({ operation }) => operation));
  assert.ok(operations.has('AbortMultipartUpload') && operations.has('ListObjectsV2'));
  for (const { headers, operation } of requests.seen) {
    assert.equal(headers['x-amz-expected-bucket-owner'], OWNER, operation);
  }
});

test('a stranger’s bucket is refused', async t => {
  const { s3 } = await localS3(t);
  const destination = await openDestination('s3://bucket/out', { s3, expectedBucketOwner: '999999999999' });
  await assert.rejects(destination.begin(JOB), error => {
    assert.ok(error instanceof StorageError);
    assert.equal(error.code, 'storage/access-denied');
    return true;
  });
});
