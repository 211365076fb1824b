import { createReadStream } from 'node:fs';
import { access, constants, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { foldName } from './fold-name.js';
import { openFileOutput } from './output.js';
import { FOLDS_ALL, probeFolding } from './probe-folding.js';
import { assertInside, makeFolderInside, realPathOf } from './safe-folder.js';
import { removeTemporary } from './temporary-file.js';

/** @import { Folding } from './fold-name.js' */
/** @import { Destination, DestinationOptions, Output, SuspendedOutput } from '../open.js' */

/**
 * A folder as the destination. There is no compare-and-swap here: a rename replaces what is there in one step.
 *
 * @param {string} uri
 * @param {DestinationOptions} options
 * @param {typeof probeFolding} [probe]
 * @returns {Destination}
 */
export function openFolderDestination(uri, { signal }, probe = probeFolding) {
  const root = resolve(uri);
  /** @type {Set<Output>} */
  const open = new Set();
  /** @type {Folding | null} */
  let folding = null;

  /** @param {string} path */
  const locate = path => assertInside(root, join(root, path));
  /**
   * @param {string} path
   * @returns {Promise<string | null>} Null where there cannot be anything, for want of a folder.
   */
  const find = async path => {
    const folder = await realPathOf(dirname(locate(path)));
    if (folder !== null) assertInside(await realpath(root), folder);
    return folder === null ? null : locate(path);
  };

  /**
   * @param {string} path
   * @param {() => Promise<void>} [hold]
   */
  const remove = async (path, hold) => {
    try {
      const file = await find(path);
      if (file === null) return false;
      await hold?.();
      await rm(file);
      return true;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return false;
      throw toStorageError(error, `delete "${printable(locate(path))}"`);
    }
  };

  /** @param {{ target: string, suspended?: SuspendedOutput }} file */
  const openOutput = async file => {
    const output = await openFileOutput({ root, ...file, signal, onClosed: () => open.delete(output) });
    open.add(output);
    return output;
  };

  return {
    uri,
    locate,
    fold: path => foldName(path, folding ?? FOLDS_ALL),
    isConditional: false,

    async begin() {
      try {
        // Not `recursive`: where the system makes no folder and calls its parent missing (/proc), that never ends.
        await makeFolderInside(parse(root).root, root);
        // The slash: a file of this name is no folder.
        await access(`${root}/`, constants.W_OK | constants.X_OK);
        folding ??= await probe(root);
      } catch (error) {
        throw toStorageError(error, `use "${printable(uri)}" as the destination`);
      }
    },

    async read(path, consume) {
      try {
        const file = await find(path);
        return file === null ? null : await consumeFile(file, consume);
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
        throw toStorageError(error, `read "${printable(locate(path))}"`);
      }
    },

    isOurs: async () => true,

    create: async path => openOutput({ target: locate(path) }),

    resume: async (path, suspended) => openOutput({ target: locate(path), suspended }),

    async discard(path, { state }) {
      try {
        await removeTemporary(root, locate(path), state);
      } catch (error) {
        throw toStorageError(error, `tidy up after "${printable(locate(path))}"`);
      }
    },

    present: paths => paths,

    removeOwn: path => remove(path),

    removeOutdated: (path, hold) => remove(path, () => hold(true)),

    async close() {
      // The one that made a folder is the last to find it empty.
      for (const output of [...open].reverse()) await output.release();
    },
  };
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
