import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SluiceError } from '../../src/errors.js';
import { archivesIn } from '../../src/lambda/events.js';
import fc from '../support/fast-check.js';
import { batch, customers, eventBridge, example, notification } from './event-fixture.js';

describe('archivesIn', () => {
  it('reads EventBridge events and test events from a queue', () => {
    const event = batch(JSON.stringify(eventBridge({})), JSON.stringify(example('s3-test-event')));
    assert.deepEqual(archivesIn(event), [{ ...customers, messageId: 'message-1', deliveries: 1 }]);
  });

  it('reads how often a queue has delivered a message, if it says so', () => {
    /** @param {unknown} [attributes] */
    const deliveriesOf = attributes => {
      const [message] = batch(JSON.stringify(notification({}))).Records;
      const [archive] = archivesIn({ Records: [{ ...message, attributes }] });
      return archive?.kind === 'archive' ? archive.deliveries : undefined;
    };
    assert.deepEqual(
      [{ ApproximateReceiveCount: '12' }, { ApproximateReceiveCount: 'x' }, {}, null, undefined].map(deliveriesOf),
      [12, null, null, null, null],
    );
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    assert.deepEqual(
      [deep, -1, '-1', '1e99', '1.5'].map(ApproximateReceiveCount => deliveriesOf({ ApproximateReceiveCount })),
      Array(5).fill(null),
    );
  });

  it('reports a message that it cannot read, and reads the others', () => {
    const sns = JSON.stringify({ Type: 'Notification', Message: '{}' });
    const [broken, good, wrapped, ...more] = archivesIn(batch('{"Records":', JSON.stringify(notification({})), sns));
    assert.ok(broken?.kind === 'unreadable' && wrapped?.kind === 'unreadable');
    assert.equal(broken.messageId, 'message-1');
    assert.equal(broken.error.code, 'usage/unknown-event');
    assert.match(broken.error.message, /not JSON/);
    assert.equal(broken.error.cause, undefined, 'the cause quotes the body, which would be logged');
    assert.deepEqual(good, { ...customers, messageId: 'message-2', deliveries: 1 });
    assert.equal(wrapped.messageId, 'message-3');
    assert.match(wrapped.error.message, /Type "Notification".*raw message delivery/);
    assert.deepEqual(more, []);
  });

  it('throws only its own error, whatever the event', () => {
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
            for (const found of archivesIn(event)) assert.ok(found.kind === 'unreadable' || found.key !== '');
          } catch (error) {
            assert.ok(error instanceof SluiceError, String(error));
          }
        },
      ),
    );
  });
});

/** Objects with the right keys and any values. */
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
