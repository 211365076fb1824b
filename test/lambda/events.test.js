import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SluiceError } from '../../src/errors.js';
import { archivesIn } from '../../src/lambda/events.js';

const [put] = example('s3-put').Records;
const objectCreated = example('eventbridge-object-created');

const customers = {
  bucket: 'sluice-in-123456789012-us-east-1',
  key: 'in/customers.zip',
  etag: 'd41d8c5f9a0b204e98009982ecf8427e',
  versionId: null,
  sequencer: '0067D3F5AD8E21F4B0',
  time: new Date(put.eventTime),
  bytes: 48213,
  messageId: null,
  deliveries: null,
};

describe('archivesIn', () => {
  it('decodes any key that was encoded as S3 does it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), key => {
        assert.equal(keyOf(notification({ key: encodeAsS3(key) })), key);
      }),
    );
  });

  it('takes the key of an EventBridge event as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), key => {
        assert.equal(keyOf(eventBridge({ key })), key);
      }),
    );
  });

  it('takes a key as it is when it cannot have been encoded', () => {
    for (const key of ['in/a b+c.zip', 'in/100%.zip', 'in/%ff.zip', 'in/é%20.zip']) {
      assert.equal(keyOf(notification({ key })), key);
    }
  });

  it('ignores events that create nothing', () => {
    for (const eventName of [
      'ObjectRemoved:Delete',
      'ObjectTagging:Put',
      's3:ObjectRemoved:Delete',
      'ReducedRedundancyLostObject',
    ]) {
      assert.deepEqual(archivesIn(notification({}, { eventName })), []);
    }
    assert.deepEqual(archivesIn({ ...eventBridge({}), 'detail-type': 'Object Deleted' }), []);
  });

  it('takes every way to create an object, with or without the prefix of the configuration', () => {
    for (const eventName of ['ObjectCreated:Copy', 'ObjectCreated:Post', 's3:ObjectCreated:CompleteMultipartUpload']) {
      assert.equal(archivesIn(notification({}, { eventName })).length, 1);
    }
  });

  it('takes the quotes off an ETag', () => {
    assert.deepEqual(archivesIn(notification({ eTag: '"abc-2"' })), [{ ...customers, etag: 'abc-2' }]);
  });

  it('takes the version "null", which pins nothing, for none', () => {
    assert.deepEqual(archivesIn(notification({ versionId: 'null' })), [customers]);
  });

  it('does without what an event may leave out', () => {
    const object = { eTag: undefined, sequencer: undefined, size: undefined };
    assert.deepEqual(archivesIn(notification(object)), [{ ...customers, etag: null, sequencer: null, bytes: null }]);
  });

  it('reads EventBridge events and test events from a queue', () => {
    const event = batch(JSON.stringify(eventBridge({})), JSON.stringify(example('s3-test-event')));
    assert.deepEqual(archivesIn(event), [{ ...customers, messageId: 'message-1', deliveries: 1 }]);
  });

  it('knows how often a queue has delivered a message, where it says so', () => {
    /** @param {unknown} [attributes] */
    const deliveriesOf = attributes => {
      const [message] = batch(JSON.stringify(notification({}))).Records;
      const [archive] = archivesIn({ Records: [{ ...message, attributes }] });
      return archive && 'deliveries' in archive ? archive.deliveries : undefined;
    };
    assert.deepEqual(
      [{ ApproximateReceiveCount: '12' }, { ApproximateReceiveCount: 'x' }, {}, null, undefined].map(deliveriesOf),
      [12, null, null, null, null],
    );
  });

  it('reports a message that it cannot read, and reads the others', () => {
    const sns = JSON.stringify({ Type: 'Notification', Message: '{}' });
    const [broken, good, wrapped, ...more] = archivesIn(batch('{"Records":', JSON.stringify(notification({})), sns));
    assert.ok(broken && 'error' in broken && wrapped && 'error' in wrapped);
    assert.equal(broken.messageId, 'message-1');
    assert.equal(broken.error.code, 'usage/unknown-event');
    assert.match(broken.error.message, /not JSON/);
    assert.equal(broken.error.cause, undefined, 'what quotes the body would be logged');
    assert.deepEqual(good, { ...customers, messageId: 'message-2', deliveries: 1 });
    assert.equal(wrapped.messageId, 'message-3');
    assert.match(wrapped.error.message, /Type "Notification".*raw message delivery/);
    assert.deepEqual(more, []);
  });

  it('names what it got when it knows no such event', () => {
    for (const [event, got] of /** @type {const} */ ([
      [undefined, 'a value of type undefined'],
      [null, 'null'],
      ['x', 'a value of type string'],
      [[], 'a list'],
      [{}, 'an object with no keys'],
      [{ a: 1, 'b\n': 2 }, 'an object with the keys a, b\\u{a}'],
      [{ source: 'aws.ec2', 'detail-type': 'Change' }, 'an object with source "aws.ec2", detail-type "Change"'],
      [{ Records: [{ eventSource: 'aws:dynamodb' }] }, 'an object with eventSource "aws:dynamodb" among "Records"'],
      [{ Records: [7] }, 'a value of type number among "Records"'],
      [{ Records: [{ eventSource: 'aws:s3', eventVersion: '3.0' }] }, 'eventVersion "3.0" among "Records"'],
      [notification({ key: '' }), 'without a bucket and a key'],
      [notification({}, { s3: {} }), 'without a bucket and a key'],
      [{ source: 'aws.s3', 'detail-type': 'Object Created' }, 'without a bucket and a key'],
    ])) {
      assert.throws(
        () => archivesIn(event),
        error => error instanceof SluiceError && error.code === 'usage/unknown-event' && error.message.includes(got),
        got,
      );
    }
  });

  it('throws nothing but its own error, whatever the event', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          eventLike(),
          eventLike()
            .map(JSON.stringify)
            .map(body => batch(body)),
        ),
        event => {
          try {
            for (const found of archivesIn(event)) assert.ok('error' in found || found.key !== '');
          } catch (error) {
            assert.ok(error instanceof SluiceError, String(error));
          }
        },
      ),
    );
  });
});

/** Objects that have the right keys and any values. */
function eventLike() {
  const fields = [
    'Records',
    'Event',
    'source',
    'detail-type',
    'detail',
    'eventSource',
    'eventVersion',
    'eventName',
    's3',
  ];
  const more = ['bucket', 'object', 'name', 'key', 'eTag', 'size', 'messageId', 'body'];
  const values = ['aws:s3', 'aws:sqs', 'aws.s3', '2.1', 'ObjectCreated:Put', 'Object Created', '%', '', null, 1, true];
  const { value } = fc.letrec((/** @type {fc.LetrecLooselyTypedTie} */ tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom(...values),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...fields, ...more), tie('value'), { maxKeys: 6 }),
    ),
  }));
  return value;
}

/** @param {string} name */
function example(name) {
  return JSON.parse(readFileSync(new URL(`../../events/${name}.json`, import.meta.url), 'utf8'));
}

/**
 * @param {Record<string, unknown>} object
 * @param {Record<string, unknown>} [record]
 */
function notification(object, record = {}) {
  return { Records: [{ ...put, s3: { ...put.s3, object: { ...put.s3.object, ...object } }, ...record }] };
}

/** @param {Record<string, unknown>} object */
function eventBridge(object) {
  const { key, etag, sequencer, bytes: size } = customers;
  return {
    ...objectCreated,
    time: put.eventTime,
    detail: { ...objectCreated.detail, object: { key, etag, sequencer, size, ...object } },
  };
}

/** @param {...string} bodies */
function batch(...bodies) {
  const [message] = example('sqs-s3').Records;
  return { Records: bodies.map((body, index) => ({ ...message, messageId: `message-${index + 1}`, body })) };
}

/** @param {unknown} event */
function keyOf(event) {
  const [found] = archivesIn(event);
  assert.ok(found && 'key' in found);
  return found.key;
}

/** @param {string} key */
function encodeAsS3(key) {
  return encodeURIComponent(key)
    .replace(/%20/g, '+')
    .replace(/%2F/g, '/')
    .replace(/[!'()~]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
