import { StoppedError } from '../../errors.js';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { listObjects } from './list-objects.js';
import { readObject } from './read-object.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { S3Prefix } from './prefix.js' */

/** The objects that were at the destination when this job looked, and the ETags that a commit expects there. */
export class ExistingObjects {
  /**
   * By path; null for nothing. New outputs are not added: what this takes in memory depends on what was there before.
   *
   * @type {Map<string, string | null>}
   */
  #etags = new Map();
  /** @type {string[]} */
  #folders = [];
  #client;
  #uri;
  #prefix;
  #signal;

  /**
   * @param {S3Client} client
   * @param {{ uri: string, prefix: S3Prefix, signal: AbortSignal | undefined }} destination
   */
  constructor(client, { uri, prefix, signal }) {
    this.#client = client;
    this.#uri = uri;
    this.#prefix = prefix;
    this.#signal = signal;
  }

  /** @param {string[]} folders */
  async note(folders) {
    this.#folders = folders;
    for await (const { path, ETag } of this.#list(this.#signal)) {
      if (!this.#etags.has(path)) this.#etags.set(path, ETag);
    }
  }

  /**
   * @template Result
   * @param {string} path
   * @param {(chunks: AsyncIterable<Buffer>) => Promise<Result>} consume
   * @returns {Promise<Result | null>}
   */
  async read(path, consume) {
    const name = printable(this.#prefix.locate(path));
    const object = { target: this.#prefix.target(path), name, consume, signal: this.#signal };
    const found = await readObject(this.#client, object);
    this.#etags.set(path, found?.ETag ?? null);
    return found?.result ?? null;
  }

  /**
   * @param {string[]} paths
   * @param {AbortSignal} [stop]
   */
  async *present(paths, stop) {
    if (paths.length <= MAX_UNLISTED) return yield* paths;
    const wanted = new Set(paths);
    for await (const { path } of this.#list(stop)) if (wanted.has(path)) yield path;
  }

  /**
   * @param {string} path
   * @returns {string | null} Null for nothing.
   */
  expectedETag(path) {
    return this.#etags.get(path) ?? null;
  }

  /**
   * @param {string} path
   * @param {string | undefined} ETag Of what this job has published there.
   */
  published(path, ETag) {
    if (this.#etags.has(path)) this.#etags.set(path, ETag ?? null);
  }

  /** @param {string} path */
  removed(path) {
    this.#etags.delete(path);
  }

  /** @param {AbortSignal | undefined} signal */
  async *#list(signal) {
    try {
      for (const folder of this.#folders) {
        const objects = listObjects(this.#client, this.#prefix.listing(folder), signal);
        for await (const { Key = '', ETag = '' } of objects) yield { path: this.#prefix.pathOf(Key), ETag };
      }
    } catch (error) {
      if (signal?.aborted) throw new StoppedError({ cause: error });
      throw toStorageError(error, `use ${printable(this.#uri)} as the destination`);
    }
  }
}

/** One listing request returns as many: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
const MAX_UNLISTED = 1000;
