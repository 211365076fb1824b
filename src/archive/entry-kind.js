import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { findExtraFields } from './extra-field.js';

/**
 * The properties that decide whether an entry is a folder.
 *
 * @typedef {{ name: string, endsWithBackslash: boolean, bytes: number, madeBy: number, dosAttributes: number,
 *   unixMode: number }} Kind `endsWithBackslash`: whether the header has a backslash where `name` ends with a
 *   slash.
 */

/**
 * Whether an entry is a folder, for which nothing is written. Where readers disagree, an entry with bytes is never
 * dropped. How Info-ZIP, 7-Zip, libarchive and Python treat an entry, as observed:
 *
 *     ends with a slash                           all: a folder, whatever its mode and size
 *     S_IFDIR, or no mode and MS-DOS's attribute  two of them: a folder, whatever its size
 *       without bytes                             here: a folder
 *       with bytes                                here: a file, but refused
 *     ends with a backslash, with bytes           most: a file; here: refused
 *     another mode, and MS-DOS's attribute        all: what the mode says
 *
 * @param {Kind} kind
 */
export function isFolder({ name, endsWithBackslash, bytes, unixMode, dosAttributes }) {
  if (name.endsWith('/')) return !endsWithBackslash || bytes === 0;
  const type = unixMode & UNIX_TYPE;
  const saysFolder = type === 0 ? (dosAttributes & DOS_FOLDER) !== 0 : type === UNIX_FOLDER;
  return saysFolder && bytes === 0;
}

/**
 * @param {number} madeBy The system's number in APPNOTE 4.4.2.2.
 * @param {number} mode
 * @returns {number} 0 for a system without modes. A link's mode is always kept: some readers never check the system.
 */
export function unixModeOf(madeBy, mode) {
  return isUnix(madeBy) || (mode & UNIX_TYPE) === UNIX_SYMLINK ? mode : 0;
}

/** @param {number} madeBy */
function isUnix(madeBy) {
  return madeBy === MADE_BY_UNIX || madeBy === MADE_BY_MACOS;
}

/**
 * @param {Kind} kind
 * @returns {ArchiveError | null} `archive/special-file` for a file whose MS-DOS attribute says that it is a folder.
 */
export function folderWithBytes({ name, bytes, madeBy, dosAttributes }) {
  if (isUnix(madeBy) || (dosAttributes & DOS_FOLDER) === 0 || bytes === 0 || name.endsWith('/')) return null;
  return notRegular(name, `a folder with ${bytes} bytes (by its MS-DOS attribute)`);
}

/**
 * @param {string} name
 * @param {string} what It is.
 */
export function notRegular(name, what) {
  return new ArchiveError(
    'archive/special-file',
    `entry ${quoteName(name)} is ${what}, not a regular file; archive a file in its place, or skip it in the recipe`,
  );
}

/**
 * libarchive's own extra field can turn what every other reader sees as a file into a folder or a link. It holds a bit
 * set, and a value for each bit: version made by (2 bytes), internal attributes (2), and external attributes (4) with
 * the Unix mode.
 *
 * @param {Buffer} extra
 * @param {string} name
 * @returns {ArchiveError | null} `archive/special-file`
 */
export function libarchiveKind(extra, name) {
  for (const field of findExtraFields(extra, LIBARCHIVE_FIELD)) {
    const bits = field[0] ?? 0;
    const external = 1 + (bits & 1 ? 2 : 0) + (bits & 2 ? 2 : 0);
    const isSimple = (bits & 0x80) === 0 && field.length >= external + 4;
    if ((bits & 0x84) === 0) continue;
    const type = isSimple ? field.readUInt16LE(external + 2) & UNIX_TYPE : UNIX_FOLDER;
    if (type === UNIX_FILE || (type === 0 && (field[external] & DOS_FOLDER) === 0)) continue;
    return new ArchiveError(
      'archive/special-file',
      `entry ${quoteName(name)} has an extra field (0x6c78) that makes something else than a regular file of it`,
    );
  }
  return null;
}

const MADE_BY_UNIX = 3;
const MADE_BY_MACOS = 19;
/** The bits of a Unix mode that hold the type of a file. */
export const UNIX_TYPE = 0o170000;
export const UNIX_FOLDER = 0o040000;
export const UNIX_SYMLINK = 0o120000;
const UNIX_FILE = 0o100000;
const DOS_FOLDER = 0x10;
const LIBARCHIVE_FIELD = 0x6c78;
