import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archivesIn } from '../../../src/lambda/events.js';
import { awsEvent } from './aws-event.js';

// As the webhook of versitygw 1.8.0 sends it.
const RECORD = {
  eventVersion: '2.2',
  eventSource: 'aws:s3',
  awsRegion: 'us-east-1',
  eventTime: '2026-01-02T03:04:05+02:00',
  eventName: 's3:ObjectCreated:Put',
  userIdentity: { PrincipalId: '000000000000' },
  requestParameters: { sourceIPAddress: '0.0.0.0' },
  responseElements: { 'x-amz-request-id': '', 'x-amz-id-2': '' },
  s3: {
    s3SchemaVersion: '1.0',
    configurationId: 'webhook-global',
    bucket: {
      name: 'sluice-in',
      ownerIdentity: { PrincipalId: '000000000000' },
      arn: 'arn:aws:s3:::/sluice-in/ü b+c.zip',
    },
    object: { key: 'ü b+c.zip', size: 7, eTag: '"abc"', versionId: null, sequencer: '1F' },
  },
  glacierEventData: { restoreEventData: { lifecycleRestorationExpiryTime: '', lifecycleRestoreStorageClass: '' } },
};

test('an event of versitygw is converted to one of S3', () => {
  const event = awsEvent(RECORD, { bucket: 'sluice-in', key: 'ü b+c.zip', versionId: 'v1' });
  const [record] = event.Records;
  assert.equal(record?.eventName, 'ObjectCreated:Put');
  assert.deepEqual(record?.s3.bucket, {
    name: 'sluice-in',
    ownerIdentity: { principalId: '000000000000' },
    arn: 'arn:aws:s3:::sluice-in',
  });
  assert.deepEqual(record?.s3.object, {
    key: '%C3%BC+b%2Bc.zip',
    size: 7,
    eTag: 'abc',
    versionId: 'v1',
    sequencer: '00000000000000001F',
  });
  assert.deepEqual(archivesIn(event), [
    {
      kind: 'archive',
      bucket: 'sluice-in',
      key: 'ü b+c.zip',
      etag: 'abc',
      versionId: 'v1',
      sequencer: '00000000000000001F',
      time: new Date('2026-01-02T01:04:05Z'),
      bytes: 7,
      messageId: null,
      deliveries: null,
    },
  ]);
});

test('events of an unversioned bucket have no version', () => {
  const [record] = awsEvent(RECORD, { bucket: 'sluice-in', key: 'a', versionId: null }).Records;
  assert.ok(record);
  assert.ok(!('versionId' in record.s3.object));
});
