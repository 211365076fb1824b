import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { startLocalS3 } from '../../local-s3/server.js';
import { bytesOf, connect, pattern, startServer, temporaryFolder } from './fixture.js';

const Bucket = 'bucket';

test('everything survives a restart', async t => {
  const { s3, server, folder } = await startServer(t, { versioned: true });
  const large = pattern(5 * 1024 * 1024);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'ü', Body: '1', Metadata: { a: 'b' } }));
  await s3.send(new PutObjectCommand({ Bucket, Key: 'ü', Body: '2', ContentType: 'text/plain' }));
  await s3.send(new PutObjectTaggingCommand({ Bucket, Key: 'ü', Tagging: { TagSet: [{ Key: 'k', Value: 'v' }] } }));
  await s3.send(new PutObjectCommand({ Bucket, Key: 'gone', Body: '3' }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
  const upload = { Bucket, Key: 'large', UploadId: '' };
  upload.UploadId = (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'large' }))).UploadId ?? '';
  const first = await s3.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: large }));
  const before = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  await server.close();

  const { s3: again } = await restart(t, folder);
  const { Versions, DeleteMarkers } = await again.send(new ListObjectVersionsCommand({ Bucket }));
  assert.deepEqual([Versions, DeleteMarkers], [before.Versions, before.DeleteMarkers]);
  assert.equal((await again.send(new GetBucketVersioningCommand({ Bucket }))).Status, 'Enabled');
  const got = await again.send(new GetObjectCommand({ Bucket, Key: 'ü' }));
  assert.deepEqual([got.ContentType, String(await bytesOf(got))], ['text/plain', '2']);
  const { TagSet } = await again.send(new GetObjectTaggingCommand({ Bucket, Key: 'ü' }));
  assert.deepEqual(TagSet, [{ Key: 'k', Value: 'v' }]);

  const second = await again.send(new UploadPartCommand({ ...upload, PartNumber: 2, Body: 'end' }));
  const Parts = [
    { PartNumber: 1, ETag: first.ETag },
    { PartNumber: 2, ETag: second.ETag },
  ];
  await again.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  const whole = await bytesOf(await again.send(new GetObjectCommand({ Bucket, Key: 'large' })));
  assert.ok(whole.equals(Buffer.concat([large, Buffer.from('end')])));
});

test('everything that was answered survives a kill, and the rest is cleaned up', async t => {
  const folder = await temporaryFolder(t);
  const child = fork(new URL('killed-server.js', import.meta.url), [folder], { stdio: 'inherit' });
  t.after(() => child.kill('SIGKILL'));
  const [endpoint] = await once(child, 'message');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
  const s3 = connect(t, { endpoint, credentials, port: 0, close: async () => {} });
  const Body = pattern(100_000);
  for (const Key of ['a', 'b', 'a']) await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await writeFile(join(folder, 'bodies', 'unfinished'), 'half a body');
  await appendFile(join(folder, 'journal.jsonl'), '{"type":"put","bucket":"buc');

  const { s3: again } = await restart(t, folder);
  for (const Key of ['a', 'b']) {
    assert.ok((await bytesOf(await again.send(new GetObjectCommand({ Bucket, Key })))).equals(Body));
  }
  assert.equal((await readdir(join(folder, 'bodies'))).length, 2);
  await again.send(new PutObjectCommand({ Bucket, Key: 'c', Body }));
});

test('a journal that is damaged in the middle is refused', async t => {
  const folder = await temporaryFolder(t);
  await writeFile(
    join(folder, 'journal.jsonl'),
    '{"type":"create-bu\n{"type":"create-bucket","bucket":"b","created":1}\n',
  );
  await assert.rejects(startLocalS3({ folder }), /holds a line that is not JSON/);
});

/**
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 */
async function restart(t, folder) {
  const server = await startLocalS3({ folder });
  t.after(() => server.close());
  return { s3: connect(t, server) };
}
