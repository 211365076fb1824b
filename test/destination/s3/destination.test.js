import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { StorageError } from '../../../src/errors.js';
import { assertNothing, assertNoUploadsLeft, contentOf, localS3, OWNER } from '../../support/s3.js';
import { JOB, write } from '../fixture.js';
import { BIG, MIB, openBucket, quick } from './fixture.js';

test('an output appears when it is committed, whatever its size', async t => {
  const { client, destination } = await openBucket(t);
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

test('an object carries its content type and its provenance', async t => {
  const { client, destination } = await openBucket(t);
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

test('create refuses what is too large for the memory, or too long for a key, before a byte is sent', async t => {
  const { destination, requests } = await openBucket(t, { destination: { memoryBytes: 128 * MIB } });
  requests.seen.length = 0;
  await assert.rejects(destination.create('x/a', { declaredBytes: 100 * 1024 * MIB }), { code: 'limit/memory' });
  await assert.rejects(destination.create(`x/${'ü'.repeat(510)}`, { declaredBytes: 1 }), { code: 'limit/name-length' });
  assert.equal(requests.seen.length, 0);
});

test('what was there is looked at before it is replaced, unless this job has read or written it', async t => {
  const { s3, destination: before, requests } = await openBucket(t);
  const heads = () => requests.seen.splice(0).filter(({ operation }) => operation === 'HeadObject').length;
  for (const path of ['x/a', 'x/b']) await (await write(before, path, Buffer.from('before'))).commit();
  const destination = await openDestination('s3://bucket/out', { s3 });
  await destination.begin(JOB);
  heads();
  const replace = async (/** @type {string} */ path) => {
    assert.equal(await (await write(destination, path, Buffer.from('after'))).commit(), 'written');
    return heads();
  };
  assert.equal(await replace('x/a'), 1, 'it was only listed');
  assert.equal(await destination.read('x/b', text), 'before');
  assert.equal(await destination.read('x/c', text), null);
  assert.deepEqual([await replace('x/b'), await replace('x/b')], [0, 0]);
  assert.deepEqual([await replace('x/c'), await replace('x/c')], [0, 0]);
});

test('every request carries the expected owner, also the one that aborts', async t => {
  const { destination, requests } = await openBucket(t, {
    destination: { expectedBucketOwner: OWNER },
    settings: quick,
  });
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

test('a bucket of another account is refused', async t => {
  const { s3 } = await localS3(t);
  const destination = await openDestination('s3://bucket/out', { s3, expectedBucketOwner: '999999999999' });
  await assert.rejects(destination.begin(JOB), error => {
    assert.ok(error instanceof StorageError);
    assert.equal(error.code, 'storage/access-denied');
    return true;
  });
});
