import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { archivesIn } from '../../src/lambda/events.js';

/** @import { ArrivedArchive } from '../../src/lambda/notification.js' */

const customers = {
  kind: /** @type {const} */ ('archive'),
  bucket: 'sluice-in-123456789012-us-east-1',
  key: 'in/customers.zip',
  etag: 'd41d8c5f9a0b204e98009982ecf8427e',
  versionId: null,
  sequencer: '0067D3F5AD8E21F4B0',
  time: null,
  bytes: 48213,
  messageId: null,
  deliveries: null,
};
const orders = {
  ...customers,
  key: 'in/orders.zip',
  etag: '5eb63bbbe01eeed093cb22bb8f5acdc3',
  sequencer: '0067D3F5AE0219C35D',
  time: null,
  bytes: 730911,
};
const café = {
  ...customers,
  key: 'in/Q1 2026/café + crème (100%).zip',
  etag: '9b2cf535f27731c974343645a3985328',
  versionId: 'IYV3p45BT0ac8hjHg1houSdS1a.Mro8e',
  sequencer: '0067D3F6AB1C94D7E2',
  time: null,
  bytes: 1839204,
};
const warehouse = {
  ...customers,
  key: 'in/warehouse-2026-03.zip',
  etag: '7c12772809c1c0c3deda6103b10fdfa0-1536',
  versionId: 'mKzv1KQ0fYDkzHaYbAkX0cR3l2Sj9PqB',
  sequencer: '0067D40C25A96F03C8',
  time: null,
  bytes: 12884901888,
};

/** @type {[name: string, archives: ArrivedArchive[]][]} */
const examples = [
  ['s3-put', [customers]],
  ['s3-put-encoded-key', [café]],
  ['s3-multipart', [warehouse]],
  ['s3-two-records', [customers, orders]],
  ['s3-test-event', []],
  ['eventbridge-object-created', [{ ...café, key: 'in/café + crème (100%).zip' }]],
  [
    'sqs-s3',
    [
      { ...customers, messageId: '059f36b4-87a3-44ab-83d2-661975830a7d', deliveries: 1 },
      { ...warehouse, messageId: '2e1424d4-f796-459a-8184-9c92662be6da', deliveries: 1 },
    ],
  ],
];
const folder = new URL('../../events/', import.meta.url);

describe('the example events', () => {
  for (const [name, archives] of examples) {
    it(`events/${name}.json holds ${archives.length} archive(s)`, () => {
      const event = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
      const found = archivesIn(event).map(archive => {
        assert.ok(archive.kind === 'archive' && archive.time instanceof Date);
        return { ...archive, time: null };
      });
      assert.deepEqual(found, archives);
    });
  }

  it('are all listed here', () => {
    const names = examples.map(([name]) => `${name}.json`);
    assert.deepEqual(readdirSync(folder).sort(), names.sort());
  });
});
