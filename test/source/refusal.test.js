import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusedError } from '../../src/errors.js';
import { refusedForGood } from '../../src/source/refusal.js';

/** @type {[status: number, name: string, message: string, code: string | null][]} */
const CASES = [
  [400, 'InvalidTag', 'The TagKey you have provided is invalid', 'storage/refused'],
  [400, 'BadRequest', 'Object tags cannot be greater than 10', 'storage/refused'],
  [400, 'InvalidArgument', 'Invalid version id specified', 'storage/refused'],
  [501, 'NotImplemented', 'A header you provided implies functionality that is not implemented', 'storage/refused'],
  [403, 'AccessDenied', 'Access Denied because object protected by object lock.', 'storage/protected'],
  [403, 'AccessDenied', 'Mfa Authentication must be used for this request', 'storage/protected'],
  [403, 'InvalidObjectState', 'The operation is not valid for the storage class', 'storage/archived'],
  // A permission can be granted, a token renewed, a clock set.
  [403, 'AccessDenied', 'Access Denied', null],
  [403, 'AccessDenied', 'not authorized, with an explicit deny in a resource-based policy', null],
  [403, 'RequestTimeTooSkewed', 'The difference is too large', null],
  [400, 'ExpiredToken', 'The provided token has expired', null],
  [400, 'InvalidToken', 'The provided token is malformed', null],
  [400, 'RequestTimeout', 'Your socket connection was not used', null],
  [400, 'AuthorizationHeaderMalformed', 'the region is wrong', null],
  // The request arrived damaged, or there were too many.
  [400, 'BadDigest', 'The Content-MD5 you specified did not match', null],
  [400, 'IncompleteBody', 'fewer bytes than the header says', null],
  [400, 'XAmzContentSHA256Mismatch', 'another hash', null],
  [400, 'ThrottlingException', 'Rate exceeded', null],
  [503, 'SlowDown', 'Please reduce your request rate', null],
  [500, 'InternalError', 'We encountered an internal error', null],
  [409, 'OperationAborted', 'A conflicting operation is in progress', null],
  [404, 'NoSuchBucket', 'The bucket does not exist', null],
  [0, 'TimeoutError', 'socket hang up', null],
];

for (const [status, name, message, code] of CASES) {
  test(`${status} ${name} (${message}) is ${code === null ? 'worth another attempt' : `final: ${code}`}`, () => {
    const cause = Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });
    const refused = refusedForGood(cause, 'tag s3://b/k');
    assert.equal(refused?.code ?? null, code);
    if (refused === null) return;
    assert.ok(refused instanceof RefusedError);
    assert.equal(refused.retryable, false);
    assert.equal(refused.cause, cause);
    assert.match(refused.message, /^cannot tag s3:\/\/b\/k: .+/);
  });
}
