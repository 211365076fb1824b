import { DeleteObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { printable } from '../../printable.js';
import { httpStatus } from '../../storage/http-status.js';
import { parseS3Uri } from '../../storage/s3-uri.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/** @typedef {{ Bucket: string, Key: string, ExpectedBucketOwner?: string | undefined }} Target */

/** The part of a bucket that outputs go to. Its requests throw what the SDK throws. */
export class S3Prefix {
  client;
  #bucket;
  #prefix;

  /**
   * @param {S3Client} client
   * @param {ReturnType<typeof parseS3Uri>} address
   * @param {string | undefined} expectedBucketOwner
   */
  constructor(client, { bucket, key }, expectedBucketOwner) {
    this.client = client;
    this.#bucket = { Bucket: bucket, ExpectedBucketOwner: expectedBucketOwner };
    this.#prefix = asFolder(key);
  }

  /** @param {string} path */
  locate(path) {
    return `s3://${this.#bucket.Bucket}/${this.#prefix}${path}`;
  }

  /**
   * The opposite of `locate`.
   *
   * @param {string} address
   * @returns {string | null} Null if it is not below the prefix.
   */
  pathOf(address) {
    const start = this.locate('');
    return address.startsWith(start) ? address.slice(start.length) : null;
  }

  /** @param {string} path For messages. */
  nameOf(path) {
    return printable(this.locate(path));
  }

  /**
   * @param {string} path
   * @returns {Target}
   */
  target(path) {
    return { ...this.#bucket, Key: this.#prefix + path };
  }

  /**
   * Lists the objects in a folder, page by page.
   *
   * @param {string} folder
   * @param {AbortSignal | undefined} signal
   */
  async *list(folder, signal) {
    const query = { ...this.#bucket, Prefix: this.#prefix + asFolder(folder) };
    const options = signal ? { abortSignal: signal } : {};
    /** @type {string | undefined} */
    let ContinuationToken;
    do {
      const page = await this.client.send(new ListObjectsV2Command({ ...query, ContinuationToken }), options);
      for (const { Key = '', ETag = '' } of page.Contents ?? []) yield { path: Key.slice(this.#prefix.length), ETag };
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  /**
   * @param {string} path
   * @param {AbortSignal} [abortSignal]
   * @returns Null if there is no such object.
   */
  async head(path, abortSignal) {
    try {
      return await this.client.send(new HeadObjectCommand(this.target(path)), abortSignal ? { abortSignal } : {});
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /**
   * @param {string} path
   * @param {string | undefined} ETag
   * @returns {Promise<boolean>} False if something else is there, or nothing.
   */
  async remove(path, ETag) {
    try {
      await this.client.send(new DeleteObjectCommand({ ...this.target(path), IfMatch: ETag }));
      return true;
    } catch (error) {
      if (isMissing(error) || httpStatus(error) === 412) return false;
      throw error;
    }
  }
}

/**
 * @param {string} path
 * @returns {string} Empty, or with one slash at its end.
 */
function asFolder(path) {
  return path.replace(/\/*$/, '/').replace(/^\/$/, '');
}

/** @param {unknown} error */
function isMissing(error) {
  return httpStatus(error) === 404 && /** @type {Error} */ (error).name !== 'NoSuchBucket';
}
