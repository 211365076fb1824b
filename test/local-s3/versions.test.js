import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { bytesOf, refused, startServer } from './fixture.js';

const Bucket = 'bucket';
const Key = 'a';

test('versioning can be enabled but not suspended', async t => {
  const { s3 } = await startServer(t);
  const status = async () => (await s3.send(new GetBucketVersioningCommand({ Bucket }))).Status;
  const set = (/** @type {'Enabled' | 'Suspended'} */ Status) =>
    s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
  assert.equal(await status(), undefined);
  await set('Enabled');
  await set('Enabled');
  assert.equal(await status(), 'Enabled');
  await refused(set('Suspended'), 'NotImplemented', 501);
});

test('every version can be read until it is deleted', async t => {
  const { s3 } = await startServer(t, { versioned: true });
  const get = async (/** @type {string | undefined} */ VersionId) => {
    const got = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
    return [got.VersionId, String(await bytesOf(got))];
  };
  const { VersionId: one } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: '1' }));
  const { VersionId: two } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: '2' }));
  assert.deepEqual(
    [await get(one), await get(two), await get(undefined)],
    [
      [one, '1'],
      [two, '2'],
      [two, '2'],
    ],
  );

  const marker = await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  assert.equal(marker.DeleteMarker, true);
  await refused(get(undefined), 'NoSuchKey', 404);
  await refused(get(marker.VersionId), 'MethodNotAllowed', 405);
  await refused(get('none'), 'NoSuchVersion', 404);
  await refused(s3.send(new HeadObjectCommand({ Bucket, Key })), 'NotFound', 404);
  assert.deepEqual(await get(one), [one, '1']);
  assert.equal((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount, 0);

  const unmarked = await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId: marker.VersionId }));
  assert.deepEqual([unmarked.DeleteMarker, unmarked.VersionId], [true, marker.VersionId]);
  assert.deepEqual(await get(undefined), [two, '2']);
  const gone = await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId: two }));
  assert.deepEqual([gone.DeleteMarker, gone.VersionId], [undefined, two]);
  assert.deepEqual(await get(undefined), [one, '1']);
});

test('an object from before versioning has the version id null', async t => {
  const { s3 } = await startServer(t);
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'old' }));
  assert.equal((await s3.send(new GetObjectCommand({ Bucket, Key, VersionId: 'null' }))).VersionId, undefined);
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'new' }));
  const old = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId: 'null' }));
  assert.deepEqual([old.VersionId, String(await bytesOf(old))], ['null', 'old']);
});

test('tags belong to a version', async t => {
  const { s3 } = await startServer(t, { versioned: true });
  const { VersionId } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: '1' }));
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: '2' }));
  const Tagging = { TagSet: [{ Key: 'k', Value: 'v' }] };
  await s3.send(new PutObjectTaggingCommand({ Bucket, Key, VersionId, Tagging }));
  const tagged = await s3.send(new GetObjectTaggingCommand({ Bucket, Key, VersionId }));
  assert.deepEqual([tagged.TagSet, tagged.VersionId], [Tagging.TagSet, VersionId]);
  assert.equal((await s3.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet?.length ?? 0, 0);
});

test('versions are listed newest first, in pages, with their markers', async t => {
  const { s3 } = await startServer(t, { versioned: true });
  for (const key of ['a', 'b/x', 'a', 'c', 'b/y', 'a'])
    await s3.send(new PutObjectCommand({ Bucket, Key: key, Body: '' }));
  await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'a' }, { Key: 'never' }] } }));
  const whole = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  assert.deepEqual(
    whole.Versions?.map(version => version.Key),
    ['a', 'a', 'a', 'b/x', 'b/y', 'c'],
  );
  assert.deepEqual(
    whole.Versions?.map(version => version.IsLatest),
    [false, false, false, true, true, true],
  );
  assert.deepEqual(
    whole.DeleteMarkers?.map(marker => [marker.Key, marker.IsLatest]),
    [
      ['a', true],
      ['never', true],
    ],
  );

  for (const MaxKeys of [1, 2, 3]) {
    /** @type {(string | undefined)[]} */
    const ids = [];
    const prefixes = [];
    /** @type {{ KeyMarker?: string | undefined, VersionIdMarker?: string | undefined }} */
    let marker = {};
    for (let truncated = true; truncated; ) {
      /** @type {import('@aws-sdk/client-s3').ListObjectVersionsCommandOutput} */
      const page = await s3.send(new ListObjectVersionsCommand({ Bucket, MaxKeys, Delimiter: '/', ...marker }));
      ids.push(...[...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(version => version.VersionId));
      prefixes.push(...(page.CommonPrefixes ?? []).map(common => common.Prefix));
      marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
      truncated = page.IsTruncated ?? false;
    }
    /** @type {{ Key?: string | undefined, VersionId?: string | undefined }[]} */
    const expected = [...(whole.Versions ?? []), ...(whole.DeleteMarkers ?? [])].filter(v => !v.Key?.startsWith('b/'));
    assert.deepEqual(prefixes, ['b/']);
    assert.deepEqual(ids.sort(), expected.map(version => version.VersionId).sort());
  }
});
