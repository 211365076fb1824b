import { closeSync, fsync, openSync } from 'node:fs';

/**
 * The folders in which files got their names, but might lose them in a power failure. They are synced before a manifest says that
 * these files were written: each folder once, and not for each file.
 */
export class RenamedFolders {
  /** @type {Set<string>} */
  #folders = new Set();
  #latest = Promise.resolve();

  /** Whether they are so many that they had better be synced now. */
  get areMany() {
    return this.#folders.size >= MANY;
  }

  /** @param {string} folder */
  add(folder) {
    this.#folders.add(folder);
  }

  /**
   * @returns {Promise<void>} Also those have been synced then that another call has begun with.
   * @throws {NodeJS.ErrnoException} What the disk answers.
   */
  sync() {
    const synced = this.#latest.then(() => this.#syncAll());
    this.#latest = synced.catch(() => {});
    return synced;
  }

  async #syncAll() {
    for (const folder of [...this.#folders]) {
      // Files that get their names in it meanwhile add it again.
      this.#folders.delete(folder);
      try {
        await syncFolder(folder);
      } catch (error) {
        this.#folders.add(folder);
        throw error;
      }
    }
  }
}

/**
 * Where a folder cannot be synced, nothing is done.
 *
 * @param {string} folder
 */
async function syncFolder(folder) {
  const descriptor = openFolder(folder);
  if (descriptor === null) return;
  try {
    await new Promise((resolve, reject) => {
      fsync(descriptor, error => (error === null || UNSUPPORTED.has(error.code ?? '') ? resolve(null) : reject(error)));
    });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * @param {string} folder
 * @returns {number | null} null if it may not be read, as one that may only be written to, or any in Windows.
 */
function openFolder(folder) {
  try {
    return openSync(folder, 'r');
  } catch {
    return null;
  }
}

const MANY = 256;
/** By file systems of the network, and by Windows. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EBADF']);
