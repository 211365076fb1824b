import { lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { StorageError } from '../../errors.js';
import { printable } from '../../printable.js';

/**
 * Creates a folder under a root, and does not follow a symbolic link out of the root: each missing folder is created in the
 * real folder above it, after that one was checked. (Node has no `openat`, so this does not keep out somebody who changes
 * the tree at that very moment.) If it fails, the folders that it has created are removed again. It does not wait: outputs may
 * be many and small, and a promise for each step would cost more than the step.
 *
 * @param {string} root A real path.
 * @param {string} folder Below the root by its name.
 * @returns {{ real: string, created: string[] }} `created`: the folders that were missing, innermost first.
 * @throws {StorageError} `storage/outside-destination`, and what the file system throws.
 */
export function makeFolderInside(root, folder) {
  /** @type {string[]} */
  const created = [];
  /** @param {string} path @returns {string} */
  const make = path => {
    const existing = realPathOf(path);
    if (existing !== null) return assertInside(root, existing);
    const real = join(make(dirname(path)), basename(path));
    try {
      mkdirSync(real);
      created.unshift(real);
      return real;
    } catch (error) {
      // Somebody else has created it meanwhile; otherwise it is a link to nowhere.
      const made = realPathOf(real);
      if (made === null) throw error;
      return assertInside(root, made);
    }
  };
  try {
    return { real: make(folder), created };
  } catch (error) {
    removeEmptyFolders(created);
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {string | null} Null if there is nothing.
 */
export function realPathOf(path) {
  try {
    return realpathSync.native(path);
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
 * @param {string} path Absolute. Both may have links in them.
 * @param {(part: string) => string} fold Gives the same for names of one file.
 * @returns {string | null} Relative to the root, with slashes; null if it does not lie below.
 */
export function pathBelow(root, path, fold) {
  const [above, parts] = [root, path].map(each => (realPathOf(each) ?? each).split(sep).filter(Boolean));
  if (!above.every((part, index) => fold(part) === fold(parts[index] ?? ''))) return null;
  return parts.slice(above.length).join('/');
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
 * Below a destination no link is followed, to wherever it leads: what lies behind it may be another archive's. A link to nothing is
 * left to whoever opens it.
 *
 * @param {string} root The destination's path.
 * @param {string} path Below it.
 * @throws {StorageError} `storage/outside-destination`, and what the file system throws.
 */
export function assertNoLink(root, path) {
  let here = root;
  for (const part of relative(root, path).split(sep).filter(Boolean)) {
    here = join(here, part);
    const found = lstatSync(here, { throwIfNoEntry: false });
    if (found === undefined) return;
    if (!found.isSymbolicLink() || realPathOf(here) === null) continue;
    throw new StorageError(
      'storage/outside-destination',
      `"${printable(here)}" is a link, and below the destination none is followed: what it leads to may be another archive's; ` +
        'remove it (only the destination itself may be a link)',
    );
  }
}

/**
 * Removes the folders that are still empty.
 *
 * @param {string[]} folders Innermost first.
 */
export function removeEmptyFolders(folders) {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}
