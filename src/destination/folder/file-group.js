import { basename, dirname } from 'node:path';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { GroupFolders } from './group-folders.js';
import { writeSmallFile } from './small-file.js';
import { syncFolder } from './sync-folder.js';
import { retryIfFolderGoes } from './temporary-file.js';

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
 * @returns {Promise<PromiseSettledResult<void>[]>} What became of each. The errors are SluiceErrors.
 */
export async function publishGroup(root, files) {
  const folders = new GroupFolders(root);
  // All are written before the first one is synced: during that, opening another one may have to wait for the disk, and the event
  // loop with it.
  const written = files.map(file => write(file, folders));
  const results = await Promise.allSettled(
    written.map(async (file, index) => {
      try {
        await (await file).publish();
      } catch (error) {
        throw toStorageError(error, `write "${printable(files[index].target)}"`);
      }
    }),
  );
  if (results.some(({ status }) => status === 'rejected')) folders.removeEmpty();
  /** Each folder's, once for all of its files. @type {Map<string, Promise<void>>} */
  const synced = new Map();
  return Promise.allSettled(
    results.map(async (result, index) => {
      if (result.status === 'rejected') throw result.reason;
      const { target } = files[index];
      const folder = dirname(target);
      const sync = synced.get(folder) ?? syncFolder(folder);
      synced.set(folder, sync);
      await sync.catch(error => {
        throw toStorageError(error, `write "${printable(target)}"`);
      });
    }),
  );
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
