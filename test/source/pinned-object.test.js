import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, isGone, unquoted } from '../../src/source/pinned-object.js';

test('a version is gone by the status of the answer, unless the bucket is missing', () => {
  /** @type {[status: number, name: string, expected: boolean][]} */
  const cases = [
    [404, 'NoSuchKey', true],
    [405, 'MethodNotAllowed', true],
    [412, 'PreconditionFailed', true],
    [416, 'InvalidRange', true],
    [404, 'NoSuchBucket', false],
    [403, 'AccessDenied', false],
    [503, 'SlowDown', false],
  ];
  for (const [httpStatusCode, name, expected] of cases) {
    assert.equal(isGone(Object.assign(new Error(name), { name, $metadata: { httpStatusCode } })), expected, name);
  }
});

test('a changed object is archive/changed, and the message names it', () => {
  const { code, message } = changed('s3://bucket/x.zip');
  assert.equal(code, 'archive/changed');
  assert.match(message, /^s3:\/\/bucket\/x\.zip was replaced or deleted meanwhile; /);
});

test('an ETag loses its quotes', () => {
  assert.deepEqual(
    ['"abc-2"', 'abc', undefined].map(etag => unquoted(etag)),
    ['abc-2', 'abc', ''],
  );
});
