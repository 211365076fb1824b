import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { StorageError } from '../../errors.js';
import { printable } from '../../printable.js';

/**
 * Creates a folder under a root, and does not follow a symbolic link out of the root: each missing folder is created in the
 * real folder above it, after that one was checked. (Node has no `openat`, so this does not keep out somebody who changes
 * the tree at that very moment.)
 *
 * @param {string} root A real path.
 * @param {string} folder Below the root by its name.
 * @returns {Promise<{ real: string, created: string[] }>} `created`: the folders that were missing, innermost first.
 * @throws {StorageError} `storage/outside-destination`, and what the file system throws.
 */
export async function makeFolderInside(root, folder) {
  /** @type {string[]} */
  const created = [];
  /** @param {string} path */
  const make = async path => {
    const existing = await realPathOf(path);
    if (existing !== null) return assertInside(root, existing);
    const real = join(await make(dirname(path)), basename(path));
    try {
      await mkdir(real);
      created.unshift(real);
      return real;
    } catch (error) {
      // Somebody else has created it meanwhile; otherwise it is a link to nowhere.
      const made = await realPathOf(real);
      if (made === null) throw error;
      return assertInside(root, made);
    }
  };
  return { real: await make(folder), created };
}

/**
 * @param {string} path
 * @returns {Promise<string | null>} Null if there is nothing.
 */
export async function realPathOf(path) {
  try {
    return await realpath(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * @param {string} root
 * @param {string} path Relative to the root.
 * @returns {string} The absolute path.
 * @throws {StorageError} `storage/outside-destination` if it climbs out. Links are not looked at.
 */
export function pathInside(root, path) {
  return assertInside(root, join(root, path));
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string} The path.
 * @throws {StorageError} `storage/outside-destination`
 */
export function assertInside(root, path) {
  if (path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)) return path;
  throw new StorageError(
    'storage/outside-destination',
    `"${printable(path)}" lies outside the destination "${printable(root)}"; remove the link that leads there`,
  );
}

/**
 * Removes the folders that are still empty.
 *
 * @param {string[]} folders Innermost first.
 */
export async function removeEmptyFolders(folders) {
  for (const folder of folders) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}
