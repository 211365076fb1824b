import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { provenanceMetadata } from '../../../src/destination/s3/provenance.js';
import { StorageError } from '../../../src/errors.js';
import { assertNothing, contentOf } from '../../support/s3.js';
import { JOB, turn, write } from '../fixture.js';
import { openBucket, quick } from './fixture.js';

test('removeOwn deletes what this job has published, and leaves another version’s object, even with the same bytes', async t => {
  const { client, put, destination } = await openBucket(t);
  for (const path of ['x/ours', 'x/newer', 'x/same']) {
    await (await write(destination, path, Buffer.from('ours'))).commit();
  }
  await put('out/x/newer', 'newer');
  await put('out/x/same', 'ours');
  await putMarked(client, 'out/x/older', 'older');
  assert.equal(await destination.removeOwn('x/ours'), true);
  for (const path of ['x/ours', 'x/newer', 'x/same', 'x/older', 'x/never']) {
    assert.equal(await destination.removeOwn(path), false);
  }
  await assertNothing(client, 'out/x/ours');
  assert.equal(String(await contentOf(client, 'out/x/newer')), 'newer');
  assert.equal(String(await contentOf(client, 'out/x/same')), 'ours');
  assert.equal(String(await contentOf(client, 'out/x/older')), 'older');
});

test('what was there at the beginning and is removed can be published again', async t => {
  const { s3, destination: before } = await openBucket(t);
  await (await write(before, 'x/a', 'first')).commit();
  const destination = await openDestination('s3://bucket/out', { s3 });
  await destination.begin(JOB);
  assert.equal(await destination.removeOwn('x/a'), true);
  assert.equal(await (await write(destination, 'x/a', 'second')).commit(), 'written');
});

/** What marks an object as this archive's, in another version and by another recipe. */
const MARK = provenanceMetadata({ ...JOB.provenance, source: 'older', recipe: 'older' }, 'older');

/**
 * @param {import('@aws-sdk/client-s3').S3Client} client
 * @param {string} Key
 * @param {string} Body
 * @param {Record<string, string>} Metadata
 */
async function putMarked(client, Key, Body, Metadata = MARK) {
  await client.send(new PutObjectCommand({ Bucket: 'bucket', Key, Body, Metadata }));
}

test('removeAny deletes nothing that lacks this archive’s mark', async t => {
  const { client, put, destination } = await openBucket(t);
  await put('out/x/a', 'unmarked');
  await putMarked(client, 'out/x/b', 'other', { ...MARK, 'sluice-place': 'x/y' });
  await putMarked(client, 'out/x/c', 'empty', { ...MARK, 'sluice-place': '' });
  for (const path of ['x/a', 'x/b', 'x/c']) {
    assert.equal(await destination.removeAny(path, async () => assert.fail('nobody is asked')), false);
  }
  assert.equal(String(await contentOf(client, 'out/x/a')), 'unmarked');
  assert.equal(String(await contentOf(client, 'out/x/b')), 'other');
});

test('removeAny deletes what any version of this archive has published, after the claim was checked', async t => {
  const { client, destination } = await openBucket(t);
  for (const path of ['out/x/a', 'out/x/b']) await putMarked(client, path, 'older');
  /** @type {unknown[]} */
  const seen = [];
  const hold = async () => void seen.push(String(await contentOf(client, 'out/x/a')));
  for (const path of ['x/a', 'x/never']) await destination.removeAny(path, hold);
  assert.deepEqual(seen, ['older']);
  await assertNothing(client, 'out/x/a');
  const lost = new StorageError('storage/conflict', 'lost');
  await assert.rejects(
    destination.removeAny('x/b', () => Promise.reject(lost)),
    error => error === lost,
  );
  assert.equal(String(await contentOf(client, 'out/x/b')), 'older');
});

test('removeAny says whether the object is what this job read or wrote there last', async t => {
  const { client, destination } = await openBucket(t);
  /** @type {boolean[]} */
  const asked = [];
  const keep = async (/** @type {boolean} */ isAsRead) => {
    asked.push(isAsRead);
    throw new StorageError('storage/conflict', 'keep it');
  };
  await putMarked(client, 'out/x/a', 'theirs');
  await assert.rejects(destination.removeAny('x/a', keep));
  await destination.read('x/a', async () => {});
  await assert.rejects(destination.removeAny('x/a', keep));
  await (await write(destination, 'x/a', 'ours')).commit();
  await assert.rejects(destination.removeAny('x/a', keep));
  assert.deepEqual(asked, [false, true, true]);
});

test('usage/place-taken: an object of an archive with another output folder is neither replaced nor removed', async t => {
  const { client, s3, destination, requests } = await openBucket(t);
  await (await write(destination, 'x/a', 'theirs')).commit();
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin({ ...JOB, provenance: { ...JOB.provenance, outputFolder: 'x/y' } });
  assert.equal(await other.isOwn('x/a'), true);
  await assert.rejects(write(other, 'x/a', 'ours'), { name: 'UsageError', code: 'usage/place-taken' });
  // What was read is known without another look.
  await other.read('x/a', text);
  requests.seen.length = 0;
  await assert.rejects(write(other, 'x/a', 'ours'), { name: 'UsageError', code: 'usage/place-taken' });
  assert.equal(requests.seen.length, 0);
  assert.equal(await other.removeOwn('x/a'), false);
  assert.equal(await other.removeAny('x/a', async () => {}), false);
  assert.equal(String(await contentOf(client, 'out/x/a')), 'theirs');
});

test('usage/place-taken: nor where this job has written before, and has read it again since', async t => {
  const { client, destination } = await openBucket(t);
  assert.equal(await destination.read('x/a', text), null);
  await (await write(destination, 'x/a', 'ours')).commit();
  await putMarked(client, 'out/x/a', 'theirs', { ...MARK, 'sluice-place': 'x/y' });
  assert.equal(await destination.read('x/a', text), 'theirs');
  await assert.rejects(write(destination, 'x/a', 'ours'), { name: 'UsageError', code: 'usage/place-taken' });
  assert.equal(String(await contentOf(client, 'out/x/a')), 'theirs');
});

test('usage/place-taken: nor is it replaced by an output that a checkpoint says was begun over it', async t => {
  const { client, s3, destination } = await openBucket(t);
  await (await write(destination, 'x/a', 'theirs')).commit();
  const other = await openDestination('s3://bucket/out', { s3 });
  const job = { prefixes: ['x/'], provenance: { ...JOB.provenance, outputFolder: 'x/y' } };
  await other.begin(job);
  const { ETag } = await client.send(new HeadObjectCommand({ Bucket: 'bucket', Key: 'out/x/a' }));
  const { state, rest } = await (await turn(other, 'x/b', null, Buffer.from('ours'))).suspend();
  const forged = { state: { ...state, expectedETag: ETag }, rest };
  await assert.rejects(other.resume('x/a', forged, { declaredBytes: 0 }), { code: 'usage/place-taken' });
  assert.equal(String(await contentOf(client, 'out/x/a')), 'theirs');
  const small = { state: { ...state, partSizeBytes: 1000 }, rest };
  await assert.rejects(other.resume('x/b', small, { declaredBytes: 0 }), { code: 'storage/output-gone' });
});

test('isOwn compares the source version and the recipe', async t => {
  const { s3, put, destination } = await openBucket(t);
  await (await write(destination, 'x/ours', 'x')).commit();
  await put('out/x/theirs', 'x');
  const later = await openDestination('s3://bucket/out', { s3 });
  await later.begin({ ...JOB, provenance: { ...JOB.provenance, recipe: 'another' } });
  assert.deepEqual(
    await Promise.all([destination.isOwn('x/ours'), destination.isOwn('x/theirs'), destination.isOwn('x/never')]),
    [true, false, false],
  );
  assert.equal(await later.isOwn('x/ours'), false);
});

test('without an answer nobody knows whose an object is: it is neither ours nor replaced', async t => {
  const { client, s3, destination, requests } = await openBucket(t, { settings: quick });
  await (await write(destination, 'x/a', 'theirs')).commit();
  const other = await openDestination('s3://bucket/out', { s3 });
  await other.begin({ prefixes: ['x/'], provenance: { ...JOB.provenance, outputFolder: 'x/y' } });
  requests.fault = ({ operation }) => (operation === 'HeadObject' ? { status: 503 } : undefined);
  const unavailable = { code: 'storage/unavailable' };
  await assert.rejects(destination.isOwn('x/a'), unavailable);
  await assert.rejects(other.create('x/a', { declaredBytes: 1 }), unavailable);
  await assert.rejects(destination.removeOwn('x/a'), unavailable);
  requests.fault = () => {};
  assert.equal(String(await contentOf(client, 'out/x/a')), 'theirs');
});
