import { printable } from '../../printable.js';
import { stoppedWaiting } from '../../storage/stopped-waiting.js';
import { toStorageError } from '../../storage/storage-error.js';
import { ETagList } from './etag-list.js';
import { readObject } from './read-object.js';

/** @import { Destination } from '../open.js' */
/** @import { S3Prefix } from './prefix.js' */

/** The objects that were at the destination when this job looked, and the ETags that a commit expects there. */
export class ExistingObjects {
  /** Of what was listed. New outputs are not added: what this takes in memory depends on what was there before. */
  #listed = new ETagList();
  /** Of what was read, by path; null for nothing. @type {Map<string, string | null>} */
  #readETags = new Map();
  /** The object that was read last, and whether this job has replaced it since. */
  #read = { path: '', isReplaced: false };
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

  /** @type {Destination['read']} */
  read = async (path, consume) => {
    const object = { target: this.#prefix.target(path), name: this.#prefix.nameOf(path), consume };
    const found = await readObject(this.#prefix.client, object, this.#signal);
    this.#readETags.set(path, found?.ETag ?? null);
    this.#read = { path, isReplaced: false };
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

  /**
   * @param {string} path
   * @returns {string | null} Null for nothing.
   */
  expectedETag(path) {
    const read = this.#readETags.get(path);
    return read === undefined ? this.#listed.get(path) : read;
  }

  /**
   * @param {string} path
   * @param {string | undefined} ETag Of what this job has published there.
   */
  notePublished(path, ETag) {
    if (this.#readETags.has(path)) this.#readETags.set(path, ETag ?? null);
    else this.#listed.replace(path, ETag ?? null);
    if (path === this.#read.path) this.#read.isReplaced = true;
  }

  /**
   * @param {string} path
   * @returns {boolean} Whether the object that is expected there is certainly this job's own. False also where that is not noted.
   */
  isOwnForSure(path) {
    return path === this.#read.path && this.#read.isReplaced;
  }

  /** @param {string} path */
  noteRemoved(path) {
    this.#readETags.delete(path);
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
