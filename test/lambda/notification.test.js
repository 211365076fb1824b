import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { archivesInNotification } from '../../src/lambda/notification.js';
import fc from '../support/fast-check.js';
import { customers, eventBridge, notification } from './event-fixture.js';

const NO_QUEUE = { messageId: null, deliveries: null };

describe('archivesInNotification', () => {
  it('decodes any key that S3 encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), key => {
        assert.equal(keyOf(notification({ key: encodeAsS3(key) })), key);
      }),
    );
  });

  it('takes the key of an EventBridge event literally', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), key => {
        assert.equal(keyOf(eventBridge({ key })), key);
      }),
    );
  });

  it('takes a key literally that cannot have been encoded', () => {
    for (const key of ['in/a b+c.zip', 'in/100%.zip', 'in/%ff.zip', 'in/é%20.zip']) {
      assert.equal(keyOf(notification({ key })), key);
    }
  });

  it('ignores events that create no object', () => {
    for (const eventName of [
      'ObjectRemoved:Delete',
      'ObjectTagging:Put',
      's3:ObjectRemoved:Delete',
      'ReducedRedundancyLostObject',
    ]) {
      assert.deepEqual(archivesInNotification(notification({}, { eventName }), NO_QUEUE), []);
    }
    assert.deepEqual(archivesInNotification({ ...eventBridge({}), 'detail-type': 'Object Deleted' }, NO_QUEUE), []);
  });

  it('accepts every way to create an object, with or without the prefix of the configuration', () => {
    for (const eventName of ['ObjectCreated:Copy', 'ObjectCreated:Post', 's3:ObjectCreated:CompleteMultipartUpload']) {
      assert.equal(archivesInNotification(notification({}, { eventName }), NO_QUEUE).length, 1);
    }
  });

  it('removes the quotes of an ETag', () => {
    assert.deepEqual(archivesInNotification(notification({ eTag: '"abc-2"' }), NO_QUEUE), [
      { ...customers, etag: 'abc-2' },
    ]);
  });

  it('treats the version "null", which does not pin an object, as none', () => {
    assert.deepEqual(archivesInNotification(notification({ versionId: 'null' }), NO_QUEUE), [customers]);
  });

  it('refuses values that S3 cannot have sent, as usage/unknown-event', () => {
    const wrong = [
      ...['versionId', 'sequencer', 'eTag', 'size'].flatMap(name =>
        [true, {}, [], ['a'], 'a b', 'a\n', 'é'].map(value => [name, value]),
      ),
      ...['g', '0x1', '-1', '0'.repeat(65), 7].map(value => ['sequencer', value]),
      ...[-1, 0.5, 2 ** 53, Infinity, '7'].map(value => ['size', value]),
      ...['v'.repeat(1025), 7].map(value => ['versionId', value]),
      ...['"', 'a"b', '"a', 'e'.repeat(257), 7].map(value => ['eTag', value]),
      ...['k'.repeat(1025), 'é'.repeat(513), '\ud800'].map(value => ['key', value]),
    ];
    for (const [name, value] of wrong) {
      const inBridge = { eTag: 'etag', versionId: 'version-id' }[String(name)] ?? String(name);
      for (const event of [notification({ [String(name)]: value }), eventBridge({ [inBridge]: value })]) {
        assert.throws(
          () => archivesInNotification(event, NO_QUEUE),
          { code: 'usage/unknown-event' },
          `${name} ${value}`,
        );
      }
    }
  });

  it('refuses a bucket that can be none: joined to the key, it would be another bucket’s', () => {
    const names = [
      'out/other',
      '/',
      'a',
      'ab',
      'a..b',
      '192.168.0.1',
      '-ab',
      'ab-',
      '.ab',
      'a b',
      'bücket',
      'ab\n',
      'b'.repeat(256),
    ];
    for (const name of [
      ...names,
      '../out',
      'out%2Fother',
      'out\\other',
      'out?x',
      'out#x',
      'user@host',
      'arn:aws:s3:::x',
      'out-a1b2c3d4e5f6g7h8use1a-s3alias',
      'out-ap--ol-s3',
      'out.mrap',
      'out--usw2-az1--x-s3',
      'out--table-s3',
      'xn--out',
      'sthree-out',
    ]) {
      const [record] = notification({}).Records;
      const wrong = { Records: [{ ...record, s3: { ...record.s3, bucket: { name } } }] };
      const bridged = eventBridge({});
      bridged.detail.bucket = { name };
      for (const event of [wrong, bridged]) {
        assert.throws(() => archivesInNotification(event, NO_QUEUE), { code: 'usage/unknown-event' }, name);
      }
    }
  });

  it('does without the fields that an event may lack', () => {
    const object = { eTag: undefined, sequencer: undefined, size: undefined };
    assert.deepEqual(archivesInNotification(notification(object), NO_QUEUE), [
      { ...customers, etag: null, sequencer: null, bytes: null },
    ]);
  });
});

/** @param {unknown} event */
function keyOf(event) {
  const [found] = archivesInNotification(event, NO_QUEUE);
  assert.ok(found);
  return found.key;
}

/** @param {string} key */
function encodeAsS3(key) {
  return encodeURIComponent(key)
    .replace(/%20/g, '+')
    .replace(/%2F/g, '/')
    .replace(/[!'()~]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
