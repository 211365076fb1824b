import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isS3Uri, parseS3Uri } from '../src/s3-uri.js';

test('everything after the bucket is the key, taken literally', () => {
  for (const key of [
    'a.zip',
    'in/ordner mit leer/ü 100%.zip',
    'a%20b+c?d#e.zip',
    '/leading',
    'two//slashes',
    'line\nbreak',
    '../up',
  ]) {
    assert.deepEqual(parseS3Uri(`s3://some-bucket/${key}`), { bucket: 'some-bucket', key });
  }
});

test('a bucket alone has an empty key', () => {
  assert.deepEqual(parseS3Uri('s3://bucket'), { bucket: 'bucket', key: '' });
  assert.deepEqual(parseS3Uri('s3://bucket/'), { bucket: 'bucket', key: '' });
  assert.deepEqual(parseS3Uri('S3://Old_Bucket.example/k'), { bucket: 'Old_Bucket.example', key: 'k' });
});

test('what is not an S3 address is usage/bad-uri', () => {
  for (const uri of [
    's3://',
    's3:///key',
    's3:/bucket/key',
    's3:bucket',
    's3://b/k',
    's3://../k',
    's3://a b/k',
    's3://bücket/k',
    's3://-ab/k',
  ]) {
    assert.throws(() => parseS3Uri(uri), { name: 'UsageError', code: 'usage/bad-uri' }, uri);
  }
  assert.throws(() => parseS3Uri('s3://\u001b[31m/k'), /\\u\{1b\}/);
});

test('only what begins with s3: claims to be an S3 address', () => {
  assert.deepEqual(['s3://b/k', 'S3://b', 's3:b', 's3', './s3:b', '/a/s3://b'].map(isS3Uri), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
