import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { openSource } from '../../src/source/open-source.js';
import { CHANGED, opened } from './s3-fixture.js';

test('the version that was read is deleted, and never a newer one', async t => {
  const { source, put, client } = await opened(t);
  await put('in/x.zip', 'newer');
  await source.remove?.();
  const head = () => client.send(new HeadObjectCommand({ Bucket: 'bucket', Key: 'in/x.zip' }));
  assert.equal((await head()).ContentLength, 5);
  const newer = await openSource('s3://bucket/in/x.zip', { s3: () => client });
  await newer.remove?.();
  await assert.rejects(head(), { name: 'NotFound' });
  await newer.remove?.();
});

test('one version of several is deleted', async t => {
  const { source, put, client } = await opened(t, { versioned: true });
  await put('in/x.zip', 'newer');
  await source.remove?.();
  await source.remove?.();
  const newer = await openSource('s3://bucket/in/x.zip', { s3: () => client });
  assert.equal(newer.bytes, 5);
  await assert.rejects(buffer(source.read(0, 10)), CHANGED);
});
