import { UsageError } from '../errors.js';
import { printable } from '../printable.js';

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
  if (bucket === undefined) {
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

// Buckets made before 2018 in us-east-1 may hold capitals and underscores and be up to 255 long.
const S3_URI = /^s3:\/\/(?<bucket>[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9])(?:\/(?<key>.*))?$/s;
