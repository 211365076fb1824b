import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { pattern, startServer, until } from './fixture.js';

const Bucket = 'bucket';

test('a put object sends an event like that of AWS', async t => {
  /** @type {any[]} */
  const events = [];
  const { s3 } = await startServer(t, { onEvent: event => events.push(event) });
  const put = await s3.send(new PutObjectCommand({ Bucket, Key: "in/ü b+c'(1).zip", Body: 'hello' }));
  await until(() => events.length === 1);
  const [record] = events[0].Records;
  assert.ok(Math.abs(Date.now() - Date.parse(record.eventTime)) < 60_000);
  assert.match(record.s3.object.sequencer, /^[0-9A-F]{18}$/);
  const requestId = put.$metadata.requestId;
  assert.deepEqual(events[0], {
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: 'eu-west-1',
        eventTime: record.eventTime,
        eventName: 'ObjectCreated:Put',
        userIdentity: { principalId: 'AWS:LOCAL' },
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: { 'x-amz-request-id': requestId, 'x-amz-id-2': requestId },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'local',
          bucket: { name: Bucket, ownerIdentity: { principalId: 'LOCAL' }, arn: 'arn:aws:s3:::bucket' },
          object: {
            key: 'in/%C3%BC+b%2Bc%27%281%29.zip',
            size: 5,
            eTag: '5d41402abc4b2a76b9719d911017c592',
            sequencer: record.s3.object.sequencer,
          },
        },
      },
    ],
  });
});

test('a multipart upload sends one event, when it is completed, with the version', async t => {
  /** @type {any[]} */
  const events = [];
  const { s3 } = await startServer(t, { versioned: true, onEvent: event => events.push(event) });
  const done = await new Upload({ client: s3, params: { Bucket, Key: 'a', Body: pattern(6_000_000) } }).done();
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: '' }));
  await until(() => events.length === 2);
  const [first, second] = events.map(event => event.Records[0]);
  assert.equal(first.eventName, 'ObjectCreated:CompleteMultipartUpload');
  assert.equal(first.s3.object.size, 6_000_000);
  assert.equal(`"${first.s3.object.eTag}"`, done.ETag);
  assert.equal(first.s3.object.versionId, done.VersionId);
  assert.ok(first.s3.object.sequencer < second.s3.object.sequencer);
});

test('a refused write sends no event', async t => {
  /** @type {any[]} */
  const events = [];
  const { s3 } = await startServer(t, { onEvent: event => events.push(event) });
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: '1' }));
  await assert.rejects(s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: '2', IfNoneMatch: '*' })));
  await s3.send(new PutObjectCommand({ Bucket, Key: 'b', Body: '3' }));
  await until(() => events.length === 2);
  assert.deepEqual(
    events.map(event => event.Records[0].s3.object.key),
    ['a', 'b'],
  );
});
