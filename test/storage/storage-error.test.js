import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArchiveError, LimitError, StorageError } from '../../src/errors.js';
import { httpStatus } from '../../src/storage/http-status.js';
import { toStorageError } from '../../src/storage/storage-error.js';

/** @type {[string, object][]} */
const CASES = [
  ['storage/no-such-bucket', { name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } }],
  ['storage/not-found', { name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } }],
  ['storage/not-found', { name: 'UnknownError', $metadata: { httpStatusCode: 404 } }],
  ['storage/not-found', { name: 'MethodNotAllowed', $metadata: { httpStatusCode: 405 } }],
  ['storage/not-found', { code: 'ENOENT' }],
  ['storage/access-denied', { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } }],
  ['storage/access-denied', { name: 'UnknownError', $metadata: { httpStatusCode: 403 } }],
  ['storage/access-denied', { code: 'EROFS' }],
  ['storage/no-credentials', { name: 'CredentialsProviderError' }],
  ['storage/no-credentials', { name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } }],
  ['storage/no-region', { message: 'Region is missing' }],
  ['storage/wrong-region', { name: 'PermanentRedirect', $metadata: { httpStatusCode: 301 } }],
  ['storage/archived', { name: 'InvalidObjectState', $metadata: { httpStatusCode: 403 } }],
  ['storage/conflict', { name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } }],
  ['storage/unavailable', { name: 'SlowDown', $metadata: { httpStatusCode: 503 } }],
  ['storage/unavailable', { name: 'Whatever', $metadata: { httpStatusCode: 502 } }],
  ['storage/unreachable', { code: 'ECONNREFUSED' }],
  ['storage/unreachable', { name: 'TimeoutError' }],
  ['storage/disk-full', { code: 'ENOSPC' }],
  ['storage/name-in-the-way', { code: 'ENOTDIR' }],
  ['storage/too-many-files', { code: 'EMFILE' }],
  ['storage/failed', { name: 'MalformedXML', $metadata: { httpStatusCode: 400 } }],
];

test('each error of a storage has its code, keeps its cause and is retryable', () => {
  for (const [code, fields] of CASES) {
    const cause = Object.assign(new Error('a reason'), fields);
    const error = toStorageError(cause, 'read s3://b/k');
    assert.ok(error instanceof StorageError);
    assert.equal(error.code, code);
    assert.equal(error.cause, cause);
    assert.equal(error.retryable, true);
    assert.match(error.message, /^cannot read s3:\/\/b\/k: .+/);
  }
});

test('a name that is too long is a limit, and not retryable', () => {
  const error = toStorageError(Object.assign(new Error('x'), { code: 'ENAMETOOLONG' }), 'write "x"');
  assert.ok(error instanceof LimitError);
  assert.equal(error.code, 'limit/name-length');
});

test('an error of ours is returned unchanged', () => {
  const ours = new ArchiveError('archive/changed', 'it changed');
  assert.equal(toStorageError(ours, 'read it'), ours);
});

test('the storage’s message is escaped', () => {
  assert.match(toStorageError(new Error('a\u001b[31mb\nc'), 'read it').message, /a\\u\{1b\}\[31mb\\u\{a\}c/);
});

test('a thrown value that is not an error is named', () => {
  assert.equal(toStorageError('odd', 'read it').message, 'cannot read it: odd');
  assert.equal(toStorageError(undefined, 'read it').code, 'storage/failed');
  assert.equal(httpStatus(undefined), 0);
});
