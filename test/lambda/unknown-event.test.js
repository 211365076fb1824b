import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SluiceError } from '../../src/errors.js';
import { archivesIn } from '../../src/lambda/events.js';
import { notification } from './event-fixture.js';

describe('the error for an unknown event', () => {
  it('names what it got', () => {
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
});
