import { UsageError } from '../errors.js';
import { printable, quoteName } from '../printable.js';

/**
 * Splits `s3://bucket/key`. Everything after the bucket is the key, literally: nothing is URL-decoded. The scheme must
 * be in lower case, because a manifest identifies an archive by its address.
 *
 * @param {string} uri
 * @returns {{ bucket: string, key: string }} `key` is empty for a bucket alone.
 * @throws {UsageError} `usage/bad-uri`
 */
export function parseS3Uri(uri) {
  const { bucket, key } = S3_URI.exec(uri)?.groups ?? {};
  if (!isBucketName(bucket)) {
    throw new UsageError(
      'usage/bad-uri',
      `"${printable(uri)}" is not an S3 address; write s3://bucket/key, s3 in small letters`,
    );
  }
  return { bucket, key: key ?? '' };
}

/**
 * @param {string} uri
 * @returns {boolean} Whether it is meant as an S3 address, valid or not.
 */
export function isS3Uri(uri) {
  return /^s3:/i.test(uri);
}

/**
 * The opposite of `parseS3Uri`, for messages and manifests. Requests are made from the parts: they never read this text.
 *
 * @param {{ bucket: string, key: string }} address
 * @returns {string}
 * @throws {UsageError} `usage/bad-uri` if the bucket can be none: with a slash in it, the text would name another object.
 */
export function s3UriOf({ bucket, key }) {
  if (isBucketName(bucket)) return `s3://${bucket}/${key}`;
  throw new UsageError('usage/bad-uri', `${quoteName(String(bucket))} is not the name of a bucket`);
}

/**
 * @param {unknown} name
 * @returns {name is string} Whether a bucket can have this name. Buckets made before 2018 in us-east-1 may hold capitals and
 *   underscores and be up to 255 long. https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
 */
export function isBucketName(name) {
  return typeof name === 'string' && BUCKET.test(name) && !name.includes('..') && !IP_ADDRESS.test(name);
}

/**
 * @param {unknown} key
 * @returns {key is string} Whether an object can have this key: up to 1,024 bytes of UTF-8.
 */
export function isObjectKey(key) {
  return typeof key === 'string' && key !== '' && key.isWellFormed() && Buffer.byteLength(key) <= MAX_KEY_BYTES;
}

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/;
const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const S3_URI = /^s3:\/\/(?<bucket>[^/]*)(?:\/(?<key>.*))?$/s;
const MAX_KEY_BYTES = 1024;
