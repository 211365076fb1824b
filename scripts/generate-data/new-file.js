import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that gets its name when it is complete. */
export class NewFile {
  /**
   * @param {string} path Its folder is created if missing.
   * @returns {Promise<NewFile>}
   */
  static async create(path) {
    await mkdir(dirname(path), { recursive: true });
    const temporaryPath = `${path}.${process.pid}.partial`;
    return new NewFile(path, temporaryPath, await open(temporaryPath, 'w'));
  }

  /**
   * @param {string} path
   * @param {string} temporaryPath
   * @param {import('node:fs/promises').FileHandle} handle
   */
  constructor(path, temporaryPath, handle) {
    this.path = path;
    this.bytes = 0;
    this.#temporaryPath = temporaryPath;
    this.#handle = handle;
  }

  /** @param {Uint8Array} bytes */
  async write(bytes) {
    await this.#handle.writeFile(bytes);
    this.bytes += bytes.length;
  }

  /** Renames the file to its final name. */
  async commit() {
    await this.#handle.close();
    await rename(this.#temporaryPath, this.path);
    this.#committed = true;
  }

  /** Removes the file unless it was committed. */
  async discard() {
    if (this.#committed) return;
    await this.#handle.close();
    await rm(this.#temporaryPath, { force: true });
  }

  #temporaryPath;
  #handle;
  #committed = false;
}
