import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { linkArchive } from '../../../../experiments/turns/link-archive.js';
import { startLocalS3 } from '../../../../local-s3/server.js';
import { archivesIn } from '../../../../src/lambda/events.js';
import { temporaryFolder } from '../../run-script.js';

test('a linked archive is readable as an object without being copied, and its file outlives the object', async t => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'a b.zip');
  await writeFile(path, 'the archive');
  const object = { path, bucket: 'sluice-in', key: 'in/a b.zip', region: 'us-east-1' };
  const [archive] = archivesIn(await linkArchive(join(folder, 's3'), object));
  assert.ok(archive.kind === 'archive');
  const { bucket, key, bytes, etag, versionId } = archive;
  assert.deepEqual([bucket, key, bytes], ['sluice-in', 'in/a b.zip', 11]);

  const server = await startLocalS3({ folder: join(folder, 's3') });
  t.after(server.close);
  const { endpoint, credentials } = server;
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1' });
  t.after(() => client.destroy());
  const target = { Bucket: bucket, Key: key, VersionId: String(versionId) };
  const { Body, ETag } = await client.send(new GetObjectCommand({ ...target, Range: 'bytes=4-' }));
  assert.deepEqual([await Body?.transformToString(), ETag], ['archive', `"${etag}"`]);
  await client.send(new DeleteObjectCommand(target));
  assert.equal(await readFile(path, 'utf8'), 'the archive');
});
