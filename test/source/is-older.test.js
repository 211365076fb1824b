import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { isOlder } from '../../src/source/is-older.js';
import { openSource } from '../../src/source/open-source.js';
import { opened } from './s3-fixture.js';

const TARGET = { Bucket: 'bucket', Key: 'in/x.zip' };

test('a version is older if it was written before, whichever came since', async t => {
  const { client, source: first } = await opened(t, { versioned: true });
  const { VersionId: second = '' } = await client.send(new PutObjectCommand({ ...TARGET, Body: 'second' }));
  const source = await openSource('s3://bucket/in/x.zip', { s3: () => client });
  // S3 tells seconds.
  await sleep(1100);
  const { VersionId: third = '' } = await client.send(new PutObjectCommand({ ...TARGET, Body: 'third' }));
  const { VersionId: marker = '' } = await client.send(new DeleteObjectCommand(TARGET));
  assert.equal(await source.isOlder?.(first.versionId ?? ''), true);
  assert.equal(await source.isOlder?.(second), true);
  for (const other of [third, marker, 'no-such-version']) assert.equal(await source.isOlder?.(other), false, other);
  assert.equal(await first.isOlder?.(third), false);
});

test('what may not be read is not known to be older; an error of S3 and a deadline end the question', async t => {
  const { client, requests, source: first } = await opened(t, { versioned: true });
  const stop = new AbortController();
  const source = await openSource('s3://bucket/in/x.zip', { s3: () => client, signal: stop.signal });
  let status = 403;
  requests.fault = ({ operation }) => (operation === 'HeadObject' ? { status } : undefined);
  assert.equal(await source.isOlder?.(first.versionId ?? ''), false);
  status = 501;
  await assert.rejects(
    async () => source.isOlder?.(first.versionId ?? ''),
    ({ code }) => code.startsWith('storage/'),
  );
  stop.abort();
  await assert.rejects(async () => source.isOlder?.(first.versionId ?? ''), { code: 'job/stopped' });
});

test('a version is not known to be older without the times of both', async () => {
  const now = new Date();
  const ask = (/** @type {Date | undefined} */ LastModified, /** @type {Date | null} */ moment) =>
    isOlder(
      /** @type {any} */ ({ send: async () => ({ LastModified }) }),
      { ...TARGET, VersionId: 'v' },
      moment,
      'x',
      undefined,
    );
  assert.deepEqual([await ask(now, now), await ask(undefined, now), await ask(now, null)], [true, false, false]);
});
