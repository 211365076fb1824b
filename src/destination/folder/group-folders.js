import { realpathSync } from 'node:fs';
import { assertNoLink, makeFolderInside, removeEmptyFolders } from './safe-folder.js';

/**
 * The folders of a group of files that are published together. Each is verified once, and not for every file: whoever changes
 * the tree between a check and the rename after it is not kept out in either case (see `makeFolderInside`), and a group takes
 * only milliseconds. The next group verifies them again, because a link that leads out of the destination may be there by then.
 */
export class GroupFolders {
  #root;
  /** @type {Map<string, string>} */
  #real = new Map();
  /** @type {string[][]} */
  #created = [];

  /** @param {string} root The destination's path. */
  constructor(root) {
    this.#root = root;
  }

  /**
   * Creates a folder if it is missing.
   *
   * @param {string} path
   * @returns {string} The real path.
   * @throws {import('../../errors.js').StorageError} `storage/outside-destination`, and what the file system throws.
   */
  find(path) {
    const known = this.#real.get(path);
    if (known !== undefined) return known;
    assertNoLink(this.#root, path);
    const { real, created } = makeFolderInside(realpathSync.native(this.#root), path);
    this.#created.push(created);
    this.#real.set(path, real);
    return real;
  }

  /** @param {string} path A folder that may have been removed meanwhile. */
  forget(path) {
    this.#real.delete(path);
  }

  /** Removes those that were created and are still empty. */
  removeEmpty() {
    // In reverse, because one may have been created in another.
    for (const created of this.#created.reverse()) removeEmptyFolders(created);
  }
}
