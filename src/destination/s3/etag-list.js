import { NameIndex } from '../../memory/name-index.js';
import { NameList } from '../../memory/name-list.js';
import { Turns } from '../../streams/turns.js';

/** The ETags of very many objects, by path. They are held in columns: a Map of strings would take three times as much memory. */
export class ETagList {
  #paths = new NameList();
  /** Of each object, the MD5 that its ETag nearly always is. */
  #digests = Buffer.alloc(0);
  /** The other ETags, by index; null for nothing. @type {Map<number, string | null>} */
  #others = new Map();

  /**
   * @param {string} path
   * @param {string} ETag
   */
  push(path, ETag) {
    const index = this.#paths.length;
    this.#paths.push(path);
    if ((index + 1) * DIGEST_BYTES > this.#digests.length) {
      const larger = Buffer.alloc((index * 2 + LEAST_ROOM) * DIGEST_BYTES);
      this.#digests.copy(larger);
      this.#digests = larger;
    }
    this.#set(index, ETag);
  }

  /** Call it when all are pushed: the first look would otherwise hold the event loop. */
  async prepareLooks() {
    const paths = this.#paths;
    paths.index = await NameIndex.inTurns(paths.length, index => paths.get(index), new Turns());
  }

  /**
   * @param {string} path
   * @returns {string | null} Null for nothing.
   */
  get(path) {
    const index = this.#paths.find(path);
    if (index === -1) return null;
    const other = this.#others.get(index);
    if (other !== undefined) return other;
    return `"${this.#digests.toString('hex', index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES)}"`;
  }

  /**
   * Changes the ETag of an object that is in the list.
   *
   * @param {string} path
   * @param {string | null} ETag Null for nothing.
   */
  replace(path, ETag) {
    const index = this.#paths.find(path);
    if (index !== -1) this.#set(index, ETag);
  }

  /**
   * @param {number} index
   * @param {string | null} ETag
   */
  #set(index, ETag) {
    if (ETag !== null && MD5.test(ETag)) {
      this.#digests.write(ETag.slice(1, -1), index * DIGEST_BYTES, 'hex');
      this.#others.delete(index);
    } else {
      this.#others.set(index, ETag);
    }
  }
}

const MD5 = /^"[0-9a-f]{32}"$/;
const DIGEST_BYTES = 16;
const LEAST_ROOM = 64;
