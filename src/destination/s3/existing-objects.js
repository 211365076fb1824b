import { printable } from '../../printable.js';
import { stoppedWaiting } from '../../storage/stopped-waiting.js';
import { toStorageError } from '../../storage/storage-error.js';
import { ETagList } from './etag-list.js';
import { readObject, requestObject } from './read-object.js';

/** @import { Readable } from 'node:stream' */
/** @import { Destination } from '../open.js' */
/** @import { S3Prefix } from './prefix.js' */
/** @import { Answer } from './read-object.js' */

/**
 * An object that this job has read, as it expects it to be there. `ETag`: null for nothing. `metadata`: null for nothing, and for what
 * this job has put there since.
 *
 * @typedef {{ ETag: string | null, metadata: Record<string, string> | null, isReplaced: boolean }} ObjectRead
 */

/** The objects that were at the destination when this job looked, and the ETags that a commit expects there. */
export class ExistingObjects {
  /** Of what was listed. New outputs are not added: what this takes in memory depends on what was there before. */
  #listed = new ETagList();
  /** Of what was read: the manifest, the checkpoint. By path. @type {Map<string, ObjectRead>} */
  #read = new Map();
  /** The answers to requests for what will be read soon, by path. @type {Map<string, Answer>} */
  #early = new Map();
  #closed = new AbortController();
  /** @type {string[]} */
  #folders = [];
  #prefix;
  #uri;
  #signal;

  /**
   * @param {S3Prefix} prefix
   * @param {string} uri The destination's, for messages.
   * @param {AbortSignal | undefined} signal
   */
  constructor(prefix, uri, signal) {
    this.#prefix = prefix;
    this.#uri = uri;
    this.#signal = signal;
  }

  /** @param {string[]} folders */
  async note(folders) {
    this.#folders = folders;
    const listed = await Promise.allSettled(folders.map(folder => this.#noteFolder(folder)));
    for (const result of listed) if (result.status === 'rejected') throw result.reason;
    await this.#listed.prepareLooks();
  }

  /** @param {string} folder */
  async #noteFolder(folder) {
    for await (const { path, ETag } of this.#list([folder], this.#signal)) this.#listed.push(path, ETag);
  }

  /** @type {Destination['prefetch']} */
  prefetch = path => {
    const stop = AbortSignal.any([this.#closed.signal, ...(this.#signal ? [this.#signal] : [])]);
    const answer = requestObject(this.#prefix.client, this.#prefix.target(path), stop);
    // An error is that of the read. Without one it must not end the process.
    answer.then(
      ({ Body }) => void (/** @type {Readable} */ (Body).on('error', () => {})),
      () => {},
    );
    this.#early.set(path, answer);
  };

  /** @type {Destination['read']} */
  read = async (path, consume) => {
    const early = this.#early.get(path);
    this.#early.delete(path);
    const object = { target: this.#prefix.target(path), name: this.#prefix.nameOf(path), consume, early };
    const found = await readObject(this.#prefix.client, object, this.#signal);
    this.#read.set(path, { ETag: found?.ETag ?? null, metadata: found?.metadata ?? null, isReplaced: false });
    return found?.result ?? null;
  };

  /**
   * @param {string[]} paths
   * @param {AbortSignal} [signal]
   */
  async *present(paths, signal) {
    if (paths.length <= MAX_UNLISTED) return yield* paths;
    const wanted = new Set(paths);
    for await (const { path } of this.#list(this.#folders, signal)) if (wanted.has(path)) yield path;
  }

  /** Lets go of what was to be read and was not. */
  close() {
    this.#closed.abort();
    for (const answer of this.#early.values()) {
      // Nobody waits for it: it may not come.
      answer.then(
        ({ Body }) => void (/** @type {Readable} */ (Body).destroy()),
        () => {},
      );
    }
  }

  /**
   * @param {string} path
   * @returns {string | null} Null for nothing.
   */
  expectedETag(path) {
    const read = this.#read.get(path);
    return read === undefined ? this.#listed.get(path) : read.ETag;
  }

  /**
   * @param {string} path
   * @param {string | undefined} ETag Of what this job has published there.
   */
  notePublished(path, ETag) {
    if (this.#read.has(path)) this.#read.set(path, { ETag: ETag ?? null, metadata: null, isReplaced: true });
    else this.#listed.replace(path, ETag ?? null);
  }

  /**
   * @param {string} path
   * @returns {boolean} Whether the object that is expected there is certainly this job's own. False also where that is not noted.
   */
  isOwnForSure(path) {
    return this.#read.get(path)?.isReplaced === true;
  }

  /**
   * @param {string} path
   * @returns {Record<string, string> | null} The metadata of the object that is expected there, if it came with its bytes. A commit
   *   replaces no other object.
   */
  metadataRead(path) {
    return this.#read.get(path)?.metadata ?? null;
  }

  /** @param {string} path */
  noteRemoved(path) {
    this.#read.delete(path);
    this.#listed.replace(path, null);
  }

  /**
   * @param {string[]} folders
   * @param {AbortSignal | undefined} signal
   */
  async *#list(folders, signal) {
    try {
      for (const folder of folders) yield* this.#prefix.list(folder, signal);
    } catch (error) {
      if (signal?.aborted) throw stoppedWaiting(`a list of ${printable(this.#uri)}`, error);
      throw toStorageError(error, `use ${printable(this.#uri)} as the destination`);
    }
  }
}

/** One listing request returns up to 1,000 objects: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
const MAX_UNLISTED = 1000;
