import { setImmediate } from 'node:timers/promises';
import { stopCheck } from '../stop-check.js';
import { publishGroup } from './file-group.js';
import { assertWritable } from './look.js';
import { pathInside } from './safe-folder.js';

/** @import { Destination } from '../open.js' */
/** @import { ReadyFile } from './file-group.js' */
/** @import { UsableFolder } from './look.js' */
/** @import { RenamedFolders } from './renamed-folders.js' */

/**
 * The small files that this job writes from memory. Those that are committed while a group of them is being published go with
 * the next group.
 */
export class HeldFiles {
  /** @type {(ReadyFile & PromiseWithResolvers<'written'>)[]} */
  #ready = [];
  /** @type {Promise<void> | null} */
  #publishing = null;
  /** Where the files of a group, and of the next one, will be. @type {Map<string, UsableFolder>} */
  #folders = new Map();
  #root;
  #renamed;
  #signal;

  /**
   * @param {string} root
   * @param {RenamedFolders} renamed
   * @param {AbortSignal | undefined} signal
   */
  constructor(root, renamed, signal) {
    this.#root = root;
    this.#renamed = renamed;
    this.#signal = signal;
  }

  /** @type {Destination['hold']} */
  hold = async (path, bytes) => {
    const assertNotStopped = stopCheck(this.#signal);
    const target = pathInside(this.#root, path);
    assertWritable(this.#root, target, this.#folders);
    return { uri: target, commit: () => this.#publish({ target, bytes, assertNotStopped }) };
  };

  /** Waits for what is being published. */
  close = async () => {
    await this.#publishing;
  };

  /**
   * @param {ReadyFile} file
   * @returns {Promise<'written'>}
   */
  #publish(file) {
    /** @type {PromiseWithResolvers<'written'>} */
    const published = Promise.withResolvers();
    this.#ready.push({ ...file, ...published });
    this.#publishing ??= this.#publishAll();
    return published.promise;
  }

  async #publishAll() {
    while (this.#ready.length > 0) {
      // Files that become ready at the same time make one group, and between two groups other work gets its turn.
      await setImmediate();
      const group = this.#ready.splice(0, groupLength(this.#ready));
      const results = await publishGroup(this.#root, group, this.#renamed);
      this.#folders.clear();
      for (const [index, result] of results.entries()) {
        const { resolve, reject } = group[index];
        if (result.status === 'fulfilled') resolve('written');
        else reject(result.reason);
      }
    }
    this.#publishing = null;
  }
}

/**
 * @param {ReadyFile[]} files
 * @returns {number} How many of them the next group has: at least one.
 */
function groupLength(files) {
  let total = 0;
  const tooMany = files.findIndex(({ bytes }, index) => {
    total += bytes.length;
    return index === MAX_FILES || (index > 0 && total > MAX_BYTES);
  });
  return tooMany === -1 ? files.length : tooMany;
}

/** They are written without a pause, which should take no more than a few milliseconds. */
const MAX_FILES = 32;
const MAX_BYTES = 2 * 1024 ** 2;
