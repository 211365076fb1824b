import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { bytesOf, refused, startServer } from './fixture.js';

const Bucket = 'bucket';
const Key = 'a';

test('a read can be conditional on the ETag', async t => {
  const { s3 } = await startServer(t);
  const { ETag = '' } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'one' }));
  const get = (/** @type {object} */ options) => s3.send(new GetObjectCommand({ Bucket, Key, ...options }));
  assert.equal(String(await bytesOf(await get({ IfMatch: ETag, Range: 'bytes=1-1' }))), 'n');
  assert.equal(String(await bytesOf(await get({ IfMatch: ETag.replaceAll('"', '') }))), 'one');
  assert.equal(String(await bytesOf(await get({ IfNoneMatch: '"other"' }))), 'one');
  await refused(get({ IfMatch: '"other"' }), 'PreconditionFailed', 412);
  await refused(get({ IfNoneMatch: ETag }), 'Unknown', 304);
  const head = s3.send(new HeadObjectCommand({ Bucket, Key, IfMatch: '"other"' }));
  await refused(head, 'Unknown', 412);
});

test('a write can be conditional on the current object', async t => {
  const { s3 } = await startServer(t);
  const put = (/** @type {object} */ options) => s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', ...options }));
  await refused(put({ IfMatch: '"other"' }), 'NoSuchKey', 404);
  const { ETag } = await put({ IfNoneMatch: '*' });
  await refused(put({ IfNoneMatch: '*' }), 'PreconditionFailed', 412);
  await refused(put({ IfMatch: '"other"' }), 'PreconditionFailed', 412);
  await put({ IfMatch: ETag, Body: 'y' });
  assert.equal(String(await bytesOf(await s3.send(new GetObjectCommand({ Bucket, Key })))), 'y');
  await refused(put({ IfNoneMatch: ETag }), 'NotImplemented', 501);
  await refused(put({ IfMatch: ETag, IfNoneMatch: '*' }), 'NotImplemented', 501);
});

test('in a versioned bucket, a condition treats a delete marker as no object', async t => {
  const { s3 } = await startServer(t, { versioned: true });
  const put = (/** @type {object} */ options) => s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', ...options }));
  const { ETag } = await put({ IfNoneMatch: '*' });
  await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  await refused(put({ IfMatch: ETag }), 'NoSuchKey', 404);
  await put({ IfNoneMatch: '*' });
  await refused(put({ IfNoneMatch: '*' }), 'PreconditionFailed', 412);
});

test('a delete can be conditional on the ETag', async t => {
  const { s3 } = await startServer(t);
  const remove = (/** @type {string} */ IfMatch) => s3.send(new DeleteObjectCommand({ Bucket, Key, IfMatch }));
  await refused(remove('*'), 'NoSuchKey', 404);
  const { ETag = '' } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  await refused(remove('"other"'), 'PreconditionFailed', 412);
  await remove(ETag);
  await refused(s3.send(new HeadObjectCommand({ Bucket, Key })), 'NotFound', 404);
});

test('of many concurrent writes that expect no object, exactly one succeeds', async t => {
  const { s3 } = await startServer(t);
  for (const round of ['one', 'two', 'three']) {
    const writes = Array.from({ length: 12 }, (_, writer) =>
      s3.send(new PutObjectCommand({ Bucket, Key: round, Body: `writer ${writer}`, IfNoneMatch: '*' })),
    );
    const outcomes = await Promise.allSettled(writes);
    const winners = outcomes.flatMap((outcome, writer) => (outcome.status === 'fulfilled' ? [writer] : []));
    assert.equal(winners.length, 1);
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: round }));
    assert.equal(String(await bytesOf(got)), `writer ${winners[0]}`);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.name, 'PreconditionFailed');
  }
});

test('of many concurrent writes that replace the same ETag, exactly one succeeds', async t => {
  const { s3 } = await startServer(t);
  const { ETag } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'first' }));
  const writes = Array.from({ length: 12 }, (_, writer) =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body: `writer ${writer}`, IfMatch: ETag })),
  );
  const outcomes = await Promise.allSettled(writes);
  assert.equal(outcomes.filter(outcome => outcome.status === 'fulfilled').length, 1);
});
