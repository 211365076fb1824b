import { badDirectory } from '../archive/bad-directory.js';
import { notRegular } from '../archive/entry-kind.js';
import { guardName } from '../archive/entry-name.js';
import { quoteName } from '../printable.js';
import { CONTIGUOUS, DUMPED_FOLDER, FOLDER, HARD_LINK, REGULAR, SPARSE, SYMLINK } from './tar-header.js';

/** @import { ArchiveError } from '../errors.js' */
/** @import { PaxHeader } from './pax-records.js' */
/** @import { TarHeader } from './tar-header.js' */

/**
 * @param {TarHeader} header
 * @param {PaxHeader | null} pax
 * @param {number} offset
 */
export function sizeOf({ type, size }, pax, offset) {
  const text = pax?.size ?? null;
  if (text !== null) {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value)) return value;
    throw badDirectory(`the pax header before byte ${offset} has a size that cannot be read`);
  }
  if (size !== null) return size;
  if (NO_DATA.has(type)) return 0;
  throw badDirectory(`the tar header at byte ${offset} has no size`);
}

/**
 * @param {TarHeader} header
 * @param {PaxHeader | null} pax
 * @param {string} name
 * @returns {{ unixType: number, what: string | null }} `what` it is besides a regular file or a folder.
 */
export function kindOf({ type, size }, pax, name) {
  if (type === SPARSE || pax?.isSparse) return { unixType: 0o100000, what: 'a sparse file (pack it without --sparse)' };
  if (isRegular(type)) {
    const isOdd = name.endsWith('/') && size !== 0;
    return { unixType: 0o100000, what: isOdd ? `a folder with ${size} bytes` : null };
  }
  if (FOLDERS.has(type)) return { unixType: 0o040000, what: null };
  return { unixType: 0o100000, what: KINDS.get(type) ?? `of an unknown type (${quoteName(type)})` };
}

/** @param {string} type */
export function isRegular(type) {
  return type === REGULAR || type === CONTIGUOUS;
}

/**
 * @param {string} name
 * @param {string} what
 * @returns {ArchiveError} For its name, if that is unsafe, as in a zip.
 */
export function specialFile(name, what) {
  try {
    guardName(name);
  } catch (error) {
    return /** @type {ArchiveError} */ (error);
  }
  return notRegular(name, what);
}

/**
 * A tar marks folders by their type; their names get the slash with which a zip marks them.
 *
 * @param {string} name
 * @param {boolean} isFolder
 */
export function asInZip(name, isFolder) {
  if (!isFolder) return name;
  // Not with a regular expression, which takes quadratic time where there are many slashes within a name.
  let end = name.length;
  while (name[end - 1] === '/') end--;
  return name === '' ? './' : `${name.slice(0, end)}/`;
}

export const FOLDERS = new Set([FOLDER, DUMPED_FOLDER]);
const KINDS = new Map([
  [HARD_LINK, 'a hard link'],
  [SYMLINK, 'a symbolic link'],
  ['3', 'a device'],
  ['4', 'a device'],
  ['6', 'a named pipe'],
  // GNU tar's.
  ['M', 'the rest of a file from another volume'],
  ['N', 'a list of long names, as very old programs write it'],
  // Of Solaris and star.
  ['A', 'an access control list'],
  ['E', 'a set of attributes'],
  ['I', 'an inode without its file'],
]);
export const NO_DATA = new Set([HARD_LINK, SYMLINK, '3', '4', FOLDER, '6']);
