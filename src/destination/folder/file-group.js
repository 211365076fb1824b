import { basename, dirname } from 'node:path';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { GroupFolders } from './group-folders.js';
import { writeSmallFile } from './small-file.js';
import { retryIfFolderGoes } from './temporary-file.js';

/** @import { RenamedFolders } from './renamed-folders.js' */

/**
 * @typedef {object} ReadyFile
 * @property {string} target The final path.
 * @property {Buffer} bytes
 * @property {() => void} assertNotStopped Called before anything is written.
 */

/**
 * Publishes small files together. One that fails does so alone, and nothing is left of it.
 *
 * @param {string} root The destination's path.
 * @param {ReadyFile[]} files They are all open at the same time.
 * @param {RenamedFolders} renamed
 * @returns {Promise<PromiseSettledResult<void>[]>} What became of each. The errors are SluiceErrors.
 */
export async function publishGroup(root, files, renamed) {
  const folders = new GroupFolders(root);
  // All are written before the first one is synced: during that, opening another one may have to wait for the disk, and the event
  // loop with it.
  const written = files.map(file => write(file, folders));
  const results = await Promise.allSettled(
    written.map(async (file, index) => {
      try {
        await (await file).publish();
        renamed.add(dirname(files[index].target));
      } catch (error) {
        throw toStorageError(error, `write "${printable(files[index].target)}"`);
      }
    }),
  );
  if (results.some(({ status }) => status === 'rejected')) folders.removeEmpty();
  if (!renamed.areMany) return results;
  const [synced] = await Promise.allSettled([renamed.sync()]);
  if (synced.status === 'fulfilled') return results;
  const reason = toStorageError(synced.reason, `write below "${printable(root)}"`);
  return files.map(() => ({ status: 'rejected', reason }));
}

/**
 * @param {ReadyFile} file
 * @param {GroupFolders} folders
 */
async function write({ target, bytes, assertNotStopped }, folders) {
  assertNotStopped();
  const path = dirname(target);
  return retryIfFolderGoes(async () => {
    const folder = folders.find(path);
    try {
      return writeSmallFile(folder, basename(target), bytes);
    } catch (error) {
      folders.forget(path);
      throw error;
    }
  });
}
