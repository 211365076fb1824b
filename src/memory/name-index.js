/** @import { Turns } from '../streams/turns.js' */

/** Finds names among very many by hash. It takes eight bytes per name; a Map would take fifty. */
export class NameIndex {
  /**
   * @param {number} count
   * @param {(index: number) => string} nameAt
   */
  constructor(count, nameAt) {
    this.nameAt = nameAt;
    // Random, so that nobody can craft names that collide.
    this.seed = Math.trunc(Math.random() * 2 ** 32) | 0;
    this.hashes = new Uint32Array(count);
    for (let index = 0; index < count; index++) this.hashes[index] = this.hash(nameAt(index));
    this.order = this.sort();
  }

  /**
   * @param {number} count
   * @param {(index: number) => string} nameAt
   * @param {Turns} turns
   * @returns {Promise<NameIndex>}
   */
  static async inTurns(count, nameAt, turns) {
    const index = new NameIndex(0, nameAt);
    index.hashes = new Uint32Array(count);
    for (let at = 0; at < count; at++) {
      const name = nameAt(at);
      await turns.before(name.length);
      index.hashes[at] = index.hash(name);
    }
    index.order = index.sort();
    return index;
  }

  sort() {
    return indices(this.hashes.length).sort((a, b) => this.hashes[a] - this.hashes[b] || a - b);
  }

  /**
   * @param {string} name
   * @returns {number} The first index with that name, or -1.
   */
  find(name) {
    return this.findHashed(this.hash(name), () => name);
  }

  /**
   * @param {string} name
   * @returns {number} The first index whose name is that of a folder containing `name`, or -1.
   */
  findFolderOf(name) {
    let state = this.seed;
    for (let position = 0; position < name.length; position++) {
      const code = name.charCodeAt(position);
      if (code === SLASH) {
        const index = this.findHashed(finish(state), () => name.slice(0, position));
        if (index !== -1) return index;
      }
      state = step(state, code);
    }
    return -1;
  }

  /**
   * @param {number} hash
   * @param {() => string} nameOf
   */
  findHashed(hash, nameOf) {
    const { hashes, order } = this;
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (hashes[order[middle]] < hash) low = middle + 1;
      else high = middle;
    }
    for (; low < order.length && hashes[order[low]] === hash; low++) {
      if (this.nameAt(order[low]) === nameOf()) return order[low];
    }
    return -1;
  }

  /** @param {string} name */
  hash(name) {
    let state = this.seed;
    for (let position = 0; position < name.length; position++) state = step(state, name.charCodeAt(position));
    return finish(state);
  }
}

/**
 * One step of FNV-1a, over UTF-16 code units.
 *
 * @param {number} state
 * @param {number} code
 */
function step(state, code) {
  return Math.imul(state ^ code, 0x01000193);
}

/** @param {number} state */
function finish(state) {
  return (state ^ (state >>> 15)) >>> 0;
}

/**
 * @param {number} count
 * @returns {Uint32Array} The numbers from 0 to `count` - 1.
 */
export function indices(count) {
  const all = new Uint32Array(count);
  for (let index = 0; index < count; index++) all[index] = index;
  return all;
}

const SLASH = 0x2f;
