import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commitError } from '../../../src/destination/s3/commit-error.js';
import { StoppedError } from '../../../src/errors.js';

/**
 * @param {string} name
 * @param {number} status
 */
function answer(name, status) {
  return Object.assign(new Error('the answer'), { name, $metadata: { httpStatusCode: status } });
}

test('a changed target is storage/conflict, whichever upload meets it', () => {
  for (const [name, status] of /** @type {const} */ ([
    ['PreconditionFailed', 412],
    ['ConditionalRequestConflict', 409],
    ['NoSuchKey', 404],
  ])) {
    for (const isResumable of [false, true]) {
      const error = answer(name, status);
      const { code, cause } = commitError(error, 's3://b/k', isResumable);
      assert.deepEqual([code, cause], ['storage/conflict', error]);
    }
  }
});

test('what S3 can never complete is storage/output-gone only if a later turn would retry it', () => {
  for (const [name, status, otherwise] of /** @type {const} */ ([
    ['NoSuchUpload', 404, 'storage/conflict'],
    ['InvalidPart', 400, 'storage/failed'],
    ['BadDigest', 400, 'storage/failed'],
  ])) {
    assert.equal(commitError(answer(name, status), 's3://b/k', true).code, 'storage/output-gone');
    assert.equal(commitError(answer(name, status), 's3://b/k', false).code, otherwise);
  }
});

test('anything else is what the storage says, and our own errors stay', () => {
  for (const isResumable of [false, true]) {
    assert.equal(commitError(answer('NoSuchBucket', 404), 's3://b/k', isResumable).code, 'storage/no-such-bucket');
    assert.equal(commitError(answer('SlowDown', 503), 's3://b/k', isResumable).code, 'storage/unavailable');
    const stopped = new StoppedError();
    assert.equal(commitError(stopped, 's3://b/k', isResumable), stopped);
  }
});
