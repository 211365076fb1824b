import { randomBytes } from 'node:crypto';
import { lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @import { Folding } from './fold-name.js' */

/**
 * Finds out which differences between names a folder's file system ignores: creates an empty file and looks for it under
 * other names. The platform does not decide it; a mount or a single folder can differ.
 *
 * @param {string} folder
 * @param {(path: string) => Promise<boolean>} [isThere]
 * @returns {Promise<Folding>} `FOLDS_ALL` if the folder does not permit finding out.
 */
export async function probeFolding(folder, isThere = exists) {
  const name = `.${randomBytes(12).toString('hex')}-\u00e9.sluice-part`;
  const path = join(folder, name);
  try {
    await writeFile(path, '', { flag: 'wx' });
    return {
      case: await isThere(
        join(
          folder,
          name.replace(/[a-z]/g, letter => letter.toUpperCase()),
        ),
      ),
      form: await isThere(join(folder, name.normalize('NFD'))),
      invisible: await isThere(join(folder, `.\u200c${name.slice(1)}`)),
      dots: await isThere(join(folder, `${name}.`)),
    };
  } catch {
    return FOLDS_ALL;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

/** @param {string} path */
async function exists(path) {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return false;
    throw error;
  }
}

/** @type {Folding} */
export const FOLDS_ALL = Object.freeze({ case: true, form: true, invisible: true, dots: true });
