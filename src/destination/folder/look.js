import { access, constants, lstat, opendir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { FOLDS_ALL } from './probe-folding.js';
import { assertInside, realPathOf } from './safe-folder.js';

/** @import { Folding } from './fold-name.js' */

/**
 * Finds out, without creating anything, whether a folder could be created and written to.
 *
 * @param {string} root
 * @throws {Error} What the file system throws.
 */
export async function assertUsable(root) {
  await access(`${await nearestFolder(root)}/`, constants.W_OK | constants.X_OK);
}

/**
 * Finds out, without creating anything, whether a file could be written.
 *
 * @param {string} root The destination. It may be missing.
 * @param {string} target A path below it.
 * @throws {import('../../errors.js').SluiceError} What an output there would fail with: `storage/…`, `limit/name-length`.
 */
export async function assertWritable(root, target) {
  try {
    const folder = await nearestFolder(dirname(target));
    const realRoot = await realPathOf(resolve(root));
    if (realRoot !== null) assertInside(realRoot, folder);
    await access(`${folder}/`, constants.W_OK | constants.X_OK);
    const there = await lookAt(target);
    if (there?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    // The file system checks the length of a name only in a folder that exists.
    if (there === null) await lookAt(join(folder, longestOf(relative(root, target).split(sep))));
  } catch (error) {
    throw toStorageError(error, `write "${printable(target)}"`);
  }
}

/**
 * Finds out which differences between names a folder's file system ignores, by looking up the files in the folder, or the
 * folders above it, under names in the other case. If case is ignored, the Unicode form is assumed to be ignored too.
 *
 * @param {string} root It may be missing.
 * @returns {Promise<Folding>}
 */
export async function findFolding(root) {
  const folder = await nearestFolder(root);
  for await (const path of namesAt(folder)) {
    const other = join(dirname(path), swapCase(basename(path)));
    if (other === path) continue;
    const [one, two] = await Promise.all([lstat(path), lookAt(other)]).catch(() => [null, null]);
    if (one === null) continue;
    const folds = two !== null && one.ino === two.ino && one.dev === two.dev;
    return { case: folds, form: folds };
  }
  return FOLDS_ALL;
}

/** @param {string} folder */
async function* namesAt(folder) {
  let left = MAX_NAMES;
  for await (const { name } of await opendir(folder)) {
    if (left-- === 0) break;
    yield join(folder, name);
  }
  for (let path = folder; path !== dirname(path); path = dirname(path)) yield path;
}

/**
 * @param {string} path
 * @returns {Promise<string>} The real path of the innermost folder, or file, that is there.
 */
async function nearestFolder(path) {
  const real = await realPathOf(path);
  if (real !== null) return real;
  if ((await lookAt(path)) !== null) throw Object.assign(new Error('it is a link to nowhere'), { code: 'EEXIST' });
  return nearestFolder(dirname(path));
}

/** @param {string} path */
async function lookAt(path) {
  try {
    return await lstat(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

/** @param {string[]} names */
function longestOf(names) {
  return names.reduce((longest, name) => (Buffer.byteLength(name) > Buffer.byteLength(longest) ? name : longest));
}

/** @param {string} name */
function swapCase(name) {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}

const MAX_NAMES = 100;
