import { accessSync, constants, lstatSync } from 'node:fs';
import { access, opendir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { FOLDS_ALL } from './probe-folding.js';
import { assertInside, assertNoLink, realPathOf } from './safe-folder.js';

/** @import { Folding } from './fold-name.js' */

/**
 * Finds out, without creating anything, whether a folder could be created and written to.
 *
 * @param {string} root
 * @throws {Error} What the file system throws.
 */
export async function assertUsable(root) {
  await access(`${nearestFolder(root)}/`, constants.W_OK | constants.X_OK);
}

/**
 * Finds out, without creating anything, whether a file could be written. It does not wait: outputs may be many and small.
 *
 * @param {string} root The destination. It may be missing.
 * @param {string} target A path below it.
 * @param {Map<string, UsableFolder>} [known] Folders that were looked at for other files just before. Gets this file's.
 * @throws {import('../../errors.js').SluiceError} What an output there would fail with: `storage/…`, `limit/name-length`.
 */
export function assertWritable(root, target, known = new Map()) {
  try {
    const path = dirname(target);
    const folder = known.get(path) ?? usableFolder(root, path);
    known.set(path, folder);
    const there = lookAt(target);
    if (there?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    // The file system checks the length of a name only in a folder that exists.
    if (!folder.isThere) lookAt(join(folder.nearest, longestOf(relative(root, target).split(sep))));
  } catch (error) {
    throw toStorageError(error, `write "${printable(target)}"`);
  }
}

/**
 * @typedef {{ nearest: string, isThere: boolean }} UsableFolder `nearest`: the real path of the innermost folder that is there;
 *   `isThere`: whether nothing is missing.
 */

/**
 * @param {string} root
 * @param {string} path
 * @returns {UsableFolder}
 */
function usableFolder(root, path) {
  assertNoLink(resolve(root), path);
  const real = realPathOf(path);
  const nearest = real ?? nearestFolder(path);
  const realRoot = realPathOf(resolve(root));
  if (realRoot !== null) assertInside(realRoot, nearest);
  accessSync(`${nearest}/`, constants.W_OK | constants.X_OK);
  return { nearest, isThere: real !== null };
}

/**
 * Finds out which differences between names a folder's file system ignores, by looking up the files in the folder, or the
 * folders above it, under names in the other case. If case is ignored, the Unicode form, invisible
 * characters and dots at the end are assumed to be ignored too.
 *
 * @param {string} root It may be missing.
 * @returns {Promise<Folding>}
 */
export async function findFolding(root) {
  const folder = nearestFolder(root);
  for await (const path of namesAt(folder)) {
    const other = join(dirname(path), swapCase(basename(path)));
    if (other === path) continue;
    try {
      const [one, two] = [lookAt(path), lookAt(other)];
      if (one === undefined) continue;
      const folds = one.ino === two?.ino && one.dev === two.dev;
      return { case: folds, form: folds, invisible: folds, dots: folds };
    } catch {}
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
 * @returns {string} The real path of the innermost folder, or file, that is there.
 */
function nearestFolder(path) {
  const real = realPathOf(path);
  if (real !== null) return real;
  if (lookAt(path)?.isSymbolicLink()) throw Object.assign(new Error('it is a link to nowhere'), { code: 'EEXIST' });
  return nearestFolder(dirname(path));
}

/** @param {string} path */
function lookAt(path) {
  return lstatSync(path, { throwIfNoEntry: false });
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
