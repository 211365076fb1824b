import { parseS3Uri } from '../../storage/s3-uri.js';

/** @typedef {{ Bucket: string, Key: string, ExpectedBucketOwner: string | undefined }} Target What names one object. */

/** The part of a bucket that outputs go to: which address, and which key, an output's path stands for. */
export class S3Prefix {
  #bucket;
  #prefix;

  /**
   * @param {string} uri `s3://bucket` or `s3://bucket/prefix`.
   * @param {string | undefined} expectedBucketOwner
   * @throws {import('../../errors.js').UsageError} `usage/bad-uri`
   */
  constructor(uri, expectedBucketOwner) {
    const { bucket, key } = parseS3Uri(uri);
    this.#bucket = { Bucket: bucket, ExpectedBucketOwner: expectedBucketOwner };
    this.#prefix = asFolder(key);
  }

  /** @param {string} path */
  locate(path) {
    return `s3://${this.#bucket.Bucket}/${this.#prefix}${path}`;
  }

  /**
   * @param {string} path
   * @returns {Target}
   */
  target(path) {
    return { ...this.#bucket, Key: this.#prefix + path };
  }

  /**
   * @param {string} folder
   * @returns What lists the objects in a folder.
   */
  listing(folder) {
    return { ...this.#bucket, Prefix: this.#prefix + asFolder(folder) };
  }

  /** @param {string} key */
  pathOf(key) {
    return key.slice(this.#prefix.length);
  }
}

/**
 * @param {string} path
 * @returns {string} Empty, or with one slash at its end.
 */
function asFolder(path) {
  return path.replace(/\/*$/, '/').replace(/^\/$/, '');
}
