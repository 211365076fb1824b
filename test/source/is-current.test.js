import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { openSource } from '../../src/source/open-source.js';
import { CONTENT, opened } from './s3-fixture.js';

const TARGET = { Bucket: 'bucket', Key: 'in/x.zip' };

test('a version is the current one until there is a newer one, or a delete marker', async t => {
  for (const end of ['newer', 'deleted', 'same bytes']) {
    const { source, put, client } = await opened(t, { versioned: true });
    assert.equal(await source.isCurrent?.(), true);
    if (end === 'deleted') await client.send(new DeleteObjectCommand(TARGET));
    else await put('in/x.zip', end === 'newer' ? 'newer' : CONTENT);
    assert.equal(await source.isCurrent?.(), false, end);
  }
});

test('without versions, the ETag tells whether it is the current one', async t => {
  const { source, put } = await opened(t, { versioned: false });
  assert.equal(await source.isCurrent?.(), true);
  await put('in/x.zip', 'other bytes');
  assert.equal(await source.isCurrent?.(), false);
});

test('what S3 refuses is no answer, and a deadline ends the question', async t => {
  const { client, put, requests } = await opened(t, { versioned: true });
  await put('in/x.zip', 'x');
  const stop = new AbortController();
  const source = await openSource('s3://bucket/in/x.zip', { s3: () => client, signal: stop.signal });
  requests.fault = ({ operation }) => (operation === 'HeadObject' ? { status: 403 } : undefined);
  await assert.rejects(async () => source.isCurrent?.(), { code: 'storage/access-denied' });
  stop.abort();
  await assert.rejects(async () => source.isCurrent?.(), { code: 'job/stopped' });
});
