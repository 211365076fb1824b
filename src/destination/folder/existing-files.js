import { createReadStream, realpathSync } from 'node:fs';
import { lstat, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { assertInside, pathInside, realPathOf } from './safe-folder.js';

/** @import { Destination } from '../open.js' */

/** The files that are at the destination already. */
export class ExistingFiles {
  #root;

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
  }

  /** @type {Destination['read']} */
  read = (path, consume) => this.#ifThere(path, 'read', file => consumeFile(file, consume));

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
      if ((await lstat(file)).isDirectory()) return false;
      await check();
      await rm(file);
      return true;
    };
    return (await this.#ifThere(path, 'delete', remove, ['ENOENT', 'ENOTDIR'])) ?? false;
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

/**
 * @template Result
 * @param {string} file
 * @param {(chunks: AsyncIterable<Buffer>) => Promise<Result>} consume
 */
async function consumeFile(file, consume) {
  if (!(await stat(file)).isFile()) throw Object.assign(new Error('it is not a file'), { code: 'EISDIR' });
  const bytes = createReadStream(file);
  try {
    return await consume(bytes);
  } finally {
    bytes.destroy();
  }
}
