import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, rm, writeFile } from 'node:fs/promises';
import { printable } from '../printable.js';
import { toStorageError } from '../storage/storage-error.js';

/**
 * Writes a file that must not exist. It appears complete or not at all.
 *
 * @param {string} file
 * @param {string} text
 * @returns {Promise<boolean>} Whether it did not exist.
 * @throws {import('../errors.js').SluiceError} `storage/…`
 */
export async function writeNewFile(file, text) {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.partial`;
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true });
    // Unlike `rename`, these replace nothing. Not every file system has links.
    await link(temporary, file).catch(error => {
      if (error.code === 'EEXIST') throw error;
      return copyFile(temporary, file, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw toStorageError(error, `write "${printable(file)}"`);
  } finally {
    await rm(temporary, { force: true });
  }
}
