import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { isS3Uri } from '../storage/s3-uri.js';
import { toStorageError } from '../storage/storage-error.js';

/** @import { RunLine } from './read-command-line.js' */

/**
 * A job, described so that another process can resume it in any folder.
 *
 * @typedef {object} Command
 * @property {string} archive
 * @property {string} to
 * @property {string | null} folder The folder it was started in; null if no path depends on it.
 * @property {string | null} recipe The recipe's text.
 */

/**
 * @param {Pick<RunLine, 'archive' | 'to' | 'recipe'>} job
 * @returns {Promise<Command>}
 * @throws {UsageError} `usage/recipe-unreadable`
 */
export async function commandOf({ archive, to, recipe }) {
  const folder = isS3Uri(archive) && isS3Uri(to) ? null : process.cwd();
  return { archive, to, folder, recipe: recipe === undefined ? null : await readRecipe(recipe) };
}

/**
 * Changes to the folder where the job was started: its paths are relative to it.
 *
 * @param {string} folder
 * @throws {import('../errors.js').SluiceError} `storage/…`
 */
export function enterFolder(folder) {
  try {
    process.chdir(folder);
  } catch (error) {
    throw toStorageError(error, `go on in "${printable(folder)}", where the job was begun`);
  }
}

/**
 * @param {string} path
 * @returns {Promise<string>}
 * @throws {UsageError} `usage/recipe-unreadable`
 */
export async function readRecipe(path) {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      'usage/recipe-unreadable',
      `cannot read the recipe ${printable(path)}: ${printable(/** @type {Error} */ (error).message.split(', ')[0])}; check the path, and ` +
        'that you may read the file',
      { cause: error },
    );
  }
}
