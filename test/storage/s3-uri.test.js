import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDestination } from '../../src/destination/open.js';
import { readConfig } from '../../src/lambda/config.js';
import { openSource } from '../../src/source/open-source.js';
import { isBucketName, isS3Uri, parseS3Uri, s3UriOf } from '../../src/storage/s3-uri.js';
import fc, { caseCount } from '../support/fast-check.js';

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
  assert.deepEqual(parseS3Uri('s3://Old_Bucket.example/k'), { bucket: 'Old_Bucket.example', key: 'k' });
});

test('a malformed S3 address is usage/bad-uri', () => {
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

test('an address in capitals is refused wherever one is allowed, and not taken for a file', async () => {
  const refused = { name: 'UsageError', code: 'usage/bad-uri', message: /small letters/ };
  assert.throws(() => parseS3Uri('S3://bucket/key'), refused);
  await assert.rejects(openSource('S3://bucket/key'), refused);
  await assert.rejects(openDestination('S3://bucket/prefix'), refused);
  for (const name of ['SLUICE_DESTINATION', 'SLUICE_RECIPE']) {
    const env = { SLUICE_DESTINATION: 's3://bucket', [name]: 'S3://bucket/key' };
    assert.throws(() => readConfig(env), {
      code: 'usage/config',
      message: new RegExp(`${name}.*S3://bucket/key.*s3://bucket`),
    });
  }
});

test('only text that begins with s3: is meant as an S3 address', () => {
  assert.deepEqual(['s3://b/k', 'S3://b', 's3:b', 's3', './s3:b', '/a/s3://b'].map(isS3Uri), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('an address that is made of its parts is read as these parts, or refused', () => {
  const part = fc.string({
    unit: fc.constantFrom('a', 'B', '0', '.', '-', '_', '/', ':', '@', '%', '\n', 'é'),
    maxLength: 8,
  });
  fc.assert(
    fc.property(part, part, (bucket, key) => {
      if (isBucketName(bucket)) assert.deepEqual(parseS3Uri(s3UriOf({ bucket, key })), { bucket, key });
      else assert.throws(() => s3UriOf({ bucket, key }), { code: 'usage/bad-uri' });
    }),
    { numRuns: caseCount(500) },
  );
  assert.throws(() => s3UriOf({ bucket: 'out/other', key: 'in/x.zip' }), { code: 'usage/bad-uri' });
});
