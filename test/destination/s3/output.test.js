import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { assertNoUploadsLeft, contentOf, localS3 } from '../../support/s3.js';
import { CONFLICT, JOB, write } from '../fixture.js';
import { BIG, openBucket, quick } from './fixture.js';

test('what appeared, changed or vanished since the job began is storage/conflict, and is kept', async t => {
  for (const content of ['small', BIG]) {
    const { client, put, s3 } = await localS3(t);
    for (const path of ['x/changed', 'x/vanished', 'x/same']) await put(`out/${path}`, 'before');
    const destination = await openDestination('s3://bucket/out/', { s3 });
    await destination.begin(JOB);
    await put('out/x/appeared', 'theirs');
    await put('out/x/changed', 'theirs');
    await client.send(new DeleteObjectCommand({ Bucket: 'bucket', Key: 'out/x/vanished' }));
    for (const path of ['x/appeared', 'x/changed', 'x/vanished']) {
      await assert.rejects(async () => (await write(destination, path, content)).commit(), CONFLICT, path);
    }
    for (const path of ['x/appeared', 'x/changed'])
      assert.equal(String(await contentOf(client, `out/${path}`)), 'theirs');
    assert.equal(await (await write(destination, 'x/same', content)).commit(), 'written');
    await assertNoUploadsLeft(client);
  }
});

test('what another job made from the same source and recipe is adopted', async t => {
  for (const content of ['small', BIG]) {
    const { client, s3, destination } = await openBucket(t);
    // Only what was read before, like the manifest, is written more than once.
    assert.equal(await destination.read('x/a', text), null);
    const other = await openDestination('s3://bucket/out', { s3 });
    await other.begin(JOB);
    assert.equal(await (await write(other, 'x/a', content)).commit(), 'written');
    assert.equal(await (await write(destination, 'x/a', content)).commit(), 'adopted');
    // The adopted object is what the next commit expects.
    assert.equal(await (await write(destination, 'x/a', 'again')).commit(), 'written');
    assert.equal(String(await contentOf(client, 'out/x/a')), 'again');
    const stranger = await openDestination('s3://bucket/out', { s3 });
    await stranger.begin({ ...JOB, prefixes: [], provenance: { source: 'other', recipe: 'abc', outputFolder: 'x' } });
    await assert.rejects(async () => (await write(stranger, 'x/a', content)).commit(), CONFLICT);
    await assertNoUploadsLeft(client);
  }
});

test('an older output of the same source and recipe is not taken for the new one', async t => {
  const { client, s3, destination, requests } = await openBucket(t, { settings: quick });
  await (await write(destination, 'x/_manifest.json', 'unfinished')).commit();
  const again = await openDestination('s3://bucket/out', { s3 });
  await again.begin(JOB);
  requests.fault = ({ operation }) => (operation === 'PutObject' ? { dropConnection: true } : undefined);
  await assert.rejects(async () => (await write(again, 'x/_manifest.json', 'complete')).commit(), {
    code: 'storage/unreachable',
  });
  assert.equal(String(await contentOf(client, 'out/x/_manifest.json')), 'unfinished');
});

test('an answer that is lost is found out about', { timeout: 300_000 }, async t => {
  for (const settings of [{}, quick]) {
    const { client, destination, requests } = await openBucket(t, { settings });
    for (const [operation, content] of /** @type {const} */ ([
      ['PutObject', 'small'],
      ['CompleteMultipartUpload', BIG],
    ])) {
      let lost = 0;
      requests.fault = request => (request.operation === operation && lost++ === 0 ? { loseAnswer: true } : undefined);
      assert.equal(await (await write(destination, `x/${operation}`, content)).commit(), 'written');
      assert.ok((await contentOf(client, `out/x/${operation}`)).equals(Buffer.from(content)));
    }
    await assertNoUploadsLeft(client);
  }
});

test('on a 409 a small object is sent again, and a multipart upload is storage/conflict', async t => {
  const { client, destination, requests } = await openBucket(t);
  let conflicts = 2;
  requests.fault = ({ operation }) =>
    operation === 'PutObject' && conflicts-- > 0 ? { status: 409, code: 'ConditionalRequestConflict' } : undefined;
  assert.equal(await (await write(destination, 'x/small', 'small')).commit(), 'written');
  requests.fault = ({ operation }) =>
    operation === 'CompleteMultipartUpload' ? { status: 409, code: 'ConditionalRequestConflict' } : undefined;
  await assert.rejects(async () => (await write(destination, 'x/big', BIG)).commit(), CONFLICT);
  requests.fault = () => {};
  assert.equal(await (await write(destination, 'x/big', BIG)).commit(), 'written');
  await assertNoUploadsLeft(client);
});

test('an upload that somebody else aborted is storage/conflict', async t => {
  const { destination, requests } = await openBucket(t);
  requests.fault = ({ operation }) =>
    operation === 'CompleteMultipartUpload' ? { status: 404, code: 'NoSuchUpload' } : undefined;
  await assert.rejects(async () => (await write(destination, 'x/big', BIG)).commit(), CONFLICT);
});
