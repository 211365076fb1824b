import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIAGNOSES } from '../../src/storage/diagnoses.js';
import { notePermission, permissionFor } from '../../src/storage/s3-permission.js';
import { toStorageError } from '../../src/storage/storage-error.js';

test('no error has two diagnoses', () => {
  const names = DIAGNOSES.flatMap(({ names }) => names);
  const statuses = DIAGNOSES.flatMap(({ statuses = [] }) => statuses);
  assert.deepEqual(names, [...new Set(names)]);
  assert.deepEqual(statuses, [...new Set(statuses)]);
});

test('each diagnosis has a reason for its code', () => {
  for (const { code, reason } of DIAGNOSES) {
    assert.match(code, /^(storage|limit)\/[a-z-]+$/);
    assert.ok((typeof reason === 'string' ? reason : reason(new Error('x'))).length > 15, code);
  }
});

test('a refused request names the permission, and other reasons that S3 has for the same answer', () => {
  /** @param {object} [input] @param {string} [operation] */
  const reasonOf = (input, operation = 'GetObject') => {
    const error = Object.assign(new Error('Access Denied'), {
      name: 'AccessDenied',
      $metadata: { httpStatusCode: 403 },
    });
    if (input) notePermission(error, permissionFor(operation, { Bucket: 'b', Key: 'k', ...input }));
    return toStorageError(error, 'read it').message;
  };
  assert.match(reasonOf(), /check the permissions .*s3:ListBucket.*s3:GetObjectVersion/);
  assert.match(reasonOf({}), /allow s3:GetObject on arn:aws:s3:::b\/k; without s3:ListBucket on arn:aws:s3:::b,/);
  assert.match(reasonOf({}, 'PutObject'), /allow s3:PutObject on arn:aws:s3:::b\/k \(/);
  const owner = { ExpectedBucketOwner: '111122223333' };
  assert.match(reasonOf(owner), /if arn:aws:s3:::b does not belong to account 111122223333 /);
});
