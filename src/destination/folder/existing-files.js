import { createReadStream, realpathSync } from 'node:fs';
import { lstat, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { entryNameOf, manifestPath } from '../../output-paths.js';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { assertInside, assertNoLink, pathInside, realPathOf } from './safe-folder.js';

/** @import { Destination } from '../open.js' */

/** The files that are at the destination already. */
export class ExistingFiles {
  #root;
  /** @type {string | null} The archive's; null before the destination's `begin()`. */
  outputFolder = null;

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
  }

  /** @type {Destination['read']} */
  read = (path, consume) => this.#ifThere(path, 'read', file => this.#consume(file, consume));

  /** @type {Destination['removeOwn']} */
  removeOwn = path => this.#remove(path, async () => {});

  /** @type {Destination['removeAny']} */
  removeAny = (path, check) => this.#remove(path, () => check(true));

  /**
   * @param {string} path
   * @param {() => Promise<void>} check
   */
  async #remove(path, check) {
    /** @param {string} file */
    const remove = async file => {
      // A folder may have taken the file's place. Then the file is gone.
      if ((await lstat(file)).isDirectory() || (await this.#isOfAnother(path))) return false;
      await check();
      await rm(file);
      return true;
    };
    return (await this.#ifThere(path, 'delete', remove, ['ENOENT', 'ENOTDIR'])) ?? false;
  }

  /**
   * Output folders nest: `x.zip` may hold `y/f.csv`, and `x/y.zip` may hold `f.csv`. Files have no marks, but no entry is in a folder
   * with a manifest, except of another archive.
   *
   * @param {string} path
   */
  async #isOfAnother(path) {
    if (this.outputFolder === null) return false;
    const parts = entryNameOf(path, this.outputFolder).split('/').slice(0, -1);
    for (let count = 1; count <= parts.length; count += 1) {
      const manifest = manifestPath([this.outputFolder, ...parts.slice(0, count)].join('/'));
      const isThere = await lstat(pathInside(this.#root, manifest)).catch(() => null);
      if (isThere !== null) return true;
    }
    return false;
  }

  /**
   * @template Result
   * @param {string} file
   * @param {(chunks: AsyncIterable<Buffer>) => Promise<Result>} consume
   */
  async #consume(file, consume) {
    // A link at the file's own name is not followed either. To nowhere, it is as good as no file.
    assertNoLink(this.#root, file);
    const real = realpathSync.native(file);
    assertInside(realpathSync.native(this.#root), real);
    if (!(await stat(real)).isFile()) throw Object.assign(new Error('it is not a file'), { code: 'EISDIR' });
    const bytes = createReadStream(real);
    try {
      return await consume(bytes);
    } finally {
      bytes.destroy();
    }
  }

  /**
   * @template Result
   * @param {string} path
   * @param {string} doing For messages.
   * @param {(file: string) => Promise<Result>} act
   * @param {string[]} [absent] The error codes that say so.
   * @returns {Promise<Result | null>} Null if there is no such file, or no folder that could hold it.
   */
  async #ifThere(path, doing, act, absent = ['ENOENT']) {
    const file = pathInside(this.#root, path);
    try {
      assertNoLink(this.#root, dirname(file));
      const folder = realPathOf(dirname(file));
      if (folder === null) return null;
      assertInside(realpathSync.native(this.#root), folder);
      return await act(file);
    } catch (error) {
      if (absent.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return null;
      throw toStorageError(error, `${doing} "${printable(file)}"`);
    }
  }
}
