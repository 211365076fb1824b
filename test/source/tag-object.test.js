import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GetObjectTaggingCommand, PutObjectTaggingCommand } from '@aws-sdk/client-s3';
import { RefusedError } from '../../src/errors.js';
import { tagObject } from '../../src/source/tag-object.js';
import { localS3 } from '../support/s3.js';
import { opened } from './s3-fixture.js';

test('tags are added to those that exist, and never to a newer upload', async t => {
  for (const versioned of [false, true]) {
    const { source, put, client } = await opened(t, { versioned });
    const target = { Bucket: 'bucket', Key: 'in/x.zip' };
    const TagSet = [
      { Key: 'kept', Value: '1' },
      { Key: 'sluice', Value: 'old' },
    ];
    await client.send(new PutObjectTaggingCommand({ ...target, Tagging: { TagSet } }));
    await source.tag?.({ sluice: 'processed' });
    const tagsNow = async () => {
      const answer = await client.send(new GetObjectTaggingCommand(target));
      return Object.fromEntries((answer.TagSet ?? []).map(({ Key, Value }) => [Key, Value]));
    };
    assert.deepEqual(await tagsNow(), { kept: '1', sluice: 'processed' });
    await put('in/x.zip', 'newer');
    await source.tag?.({ late: 'x' });
    assert.deepEqual(await tagsNow(), {});
  }
});

test('tags that S3 refuses for good are storage/refused, or storage/too-many-tags beyond ten', async t => {
  const { client, put, requests } = await localS3(t);
  await put('x.zip', 'x');
  const object = { target: { Bucket: 'bucket', Key: 'x.zip' }, versionId: null, etag: '', name: 's3://bucket/x.zip' };
  requests.fault = ({ operation }) =>
    operation === 'PutObjectTagging' ? { status: 400, code: 'BadRequest' } : undefined;
  const head = await put('x.zip', 'y');
  const etag = head.ETag?.replaceAll('"', '') ?? '';
  for (const [count, code] of /** @type {const} */ ([
    [10, 'storage/refused'],
    [11, 'storage/too-many-tags'],
  ])) {
    const tags = Object.fromEntries(Array.from({ length: count }, (_, index) => [`tag-${index}`, 'x']));
    await assert.rejects(tagObject(client, { ...object, etag }, tags), error => {
      assert.ok(error instanceof RefusedError);
      assert.equal(error.code, code);
      return true;
    });
  }
});
