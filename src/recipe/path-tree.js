/** @import { Path } from './path.js' */

/** @typedef {Map<string | number, Node> & { isEnd?: boolean }} Node */

/** Paths in a recipe, found by their beginnings however many there are. */
export class PathTree {
  /** @type {Node} */
  #root = new Map();

  /** @param {Iterable<Path>} [paths] */
  constructor(paths = []) {
    for (const path of paths) this.add(path);
  }

  /** @param {Path} path */
  add(path) {
    let node = this.#root;
    for (const key of path) {
      const next = node.get(key) ?? new Map();
      node.set(key, next);
      node = next;
    }
    node.isEnd = true;
  }

  /**
   * @param {Path} path
   * @returns {boolean} Whether it is one of the paths.
   */
  has(path) {
    return this.#nodeAt(path)?.isEnd === true;
  }

  /**
   * @param {Path} path
   * @returns {boolean} Whether one of the paths is this one, or leads on from it.
   */
  reaches(path) {
    const node = this.#nodeAt(path);
    return node !== undefined && (node.isEnd === true || node.size > 0);
  }

  /** @param {Path} path */
  #nodeAt(path) {
    /** @type {Node | undefined} */
    let node = this.#root;
    for (const key of path) {
      node = node.get(key);
      if (node === undefined) return undefined;
    }
    return node;
  }
}
