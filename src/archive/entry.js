import { crc32 } from 'node:zlib';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { badDirectory } from './bad-directory.js';
import { unsafeName, withoutVersion } from './entry-name.js';
import { findExtraFields, readZip64Values } from './extra-field.js';
import { DIRECTORY_HEADER_BYTES } from './locate-directory.js';
import { namesBesides, otherUnicodePath, readUnicodePath } from './unicode-path.js';

/** @import { LimitError } from '../errors.js' */
/** @import { nameReader } from './entry-name.js' */

/**
 * An entry as the central directory describes it.
 *
 * @typedef {object} Entry
 * @property {string} name With `/` between its parts.
 * @property {number} nameBytes The length of the name as the header has it.
 * @property {number} nameCrc32 Of the name as the header has it.
 * @property {boolean} isFolder
 * @property {number} compressedBytes
 * @property {number} bytes Inflated.
 * @property {number} crc32 Of the inflated bytes.
 * @property {number} method How it is compressed (APPNOTE 4.4.5).
 * @property {boolean} isEncrypted
 * @property {number} unixMode With its type, 0 where the entry was made on neither Unix nor macOS.
 * @property {number} start Where its local header begins in the source.
 * @property {number} end Where it ends at the latest: the next entry's or the directory's beginning.
 * @property {ArchiveError | LimitError | null} error Why it is refused.
 * @property {string[]} [otherNames] Those of a refused entry that it has to some programs.
 */

/**
 * Reads a header of the central directory (APPNOTE 4.3.12).
 *
 * @param {Buffer} header All of it, with its name, extra field and comment.
 * @param {number} archiveStart
 * @param {ReturnType<typeof nameReader>} readName
 * @returns {Entry} With an error where its name cannot be read.
 * @throws {ArchiveError} `archive/bad-directory`, `archive/multi-disk`
 */
export function readEntry(header, archiveStart, readName) {
  const madeBy = header[5];
  const flags = header.readUInt16LE(8);
  const nameEnd = DIRECTORY_HEADER_BYTES + header.readUInt16LE(28);
  const rawName = header.subarray(DIRECTORY_HEADER_BYTES, nameEnd);
  const extra = header.subarray(nameEnd, nameEnd + header.readUInt16LE(30));
  const nameCrc32 = crc32(rawName);
  const isFlagged = (flags & UTF8_FLAG) !== 0;
  const unicodePath = isFlagged ? null : readUnicodePath(extra, nameCrc32);
  const { name, fault } = readName(unicodePath ?? rawName, isFlagged || unicodePath !== null);
  guardDisk(header.readUInt16LE(34), name);
  const [bytes, compressedBytes, offset] = readZip64Values(extra, [
    header.readUInt32LE(24),
    header.readUInt32LE(20),
    header.readUInt32LE(42),
  ]);
  if (![bytes, compressedBytes, offset].every(Number.isSafeInteger)) {
    throw badDirectory(`entry ${quoteName(name)} has a zip64 size or offset that is missing or too large`);
  }
  const mode = header.readUInt16LE(40);
  // Links are links to some readers on other systems, too.
  const isUnix = madeBy === MADE_BY_UNIX || madeBy === MADE_BY_MACOS || (mode & UNIX_TYPE) === UNIX_SYMLINK;
  const unixMode = isUnix ? mode : 0;
  const endsWithBackslash = (unicodePath ?? rawName).at(-1) === BACKSLASH;
  const isDosFolder = madeBy !== MADE_BY_UNIX && madeBy !== MADE_BY_MACOS && (header[38] & DOS_FOLDER) !== 0;
  const isBoth = isDosFolder && bytes > 0 && !name.endsWith('/');
  // libarchive may make a folder of a name that ends with a backslash, and leave out the file of that name.
  const other = endsWithBackslash ? name.slice(0, -1) : withoutVersion(name);
  return {
    name,
    nameBytes: rawName.length,
    nameCrc32,
    isFolder: isFolder({ name, endsWithBackslash, bytes, unixMode, dosAttributes: header[38] }),
    compressedBytes,
    bytes,
    crc32: header.readUInt32LE(16),
    method: header.readUInt16LE(10),
    isEncrypted: (flags & ENCRYPTED_FLAGS) !== 0,
    unixMode,
    start: offset + archiveStart,
    end: 0,
    error:
      fault !== null
        ? unsafeName(name, fault)
        : (otherUnicodePath(extra, rawName) ??
          otherKind(extra, name) ??
          (isBoth ? folderWithBytes(name, bytes) : null)),
    otherNames: [...(other === name ? [] : [other]), ...namesBesides(extra, rawName)],
  };
}

/**
 * Whether an entry is a folder, for which nothing is written. Where readers differ, no bytes are dropped. What they make
 * of a name (seen of Info-ZIP, 7-Zip, libarchive and Python):
 *
 *     ends with a slash                           all: a folder, whatever its mode and size
 *     S_IFDIR, or no mode and MS-DOS's attribute  two of them: a folder, whatever its size
 *       and no bytes                              here: a folder
 *       and bytes                                 here: a file, but refused
 *     ends with a backslash, and has bytes        most: a file; here: refused
 *     another mode, and MS-DOS's attribute        all: what the mode says
 *
 * @param {{ name: string, endsWithBackslash: boolean, bytes: number, unixMode: number, dosAttributes: number }} entry
 */
function isFolder({ name, endsWithBackslash, bytes, unixMode, dosAttributes }) {
  if (name.endsWith('/')) return !endsWithBackslash || bytes === 0;
  const type = unixMode & UNIX_TYPE;
  const saysFolder = type === 0 ? (dosAttributes & DOS_FOLDER) !== 0 : type === UNIX_FOLDER;
  return saysFolder && bytes === 0;
}

/**
 * @param {number} disk
 * @param {string} name
 */
function guardDisk(disk, name) {
  if (disk === 0 || disk === IN_ZIP64) return;
  throw new ArchiveError(
    'archive/multi-disk',
    `entry ${quoteName(name)} is in part ${disk + 1} of several; join them into one file first`,
  );
}

/**
 * libarchive's own extra field can make a folder, or a link, of what is a file to all others. It holds a set of bits, and
 * a value for each: who made the entry (2 bytes), internal attributes (2), and external ones (4), with the Unix mode.
 *
 * @param {Buffer} extra
 * @param {string} name
 * @returns {ArchiveError | null} `archive/special-file`
 */
export function otherKind(extra, name) {
  for (const field of findExtraFields(extra, LIBARCHIVE_FIELD)) {
    const bits = field[0] ?? 0;
    const at = 1 + (bits & 1 ? 2 : 0) + (bits & 2 ? 2 : 0);
    const isSimple = (bits & 0x80) === 0 && field.length >= at + 4;
    if ((bits & 0x84) === 0) continue;
    const type = isSimple ? field.readUInt16LE(at + 2) & UNIX_TYPE : UNIX_FOLDER;
    if (type === UNIX_FILE || (type === 0 && (field[at] & DOS_FOLDER) === 0)) continue;
    return new ArchiveError(
      'archive/special-file',
      `entry ${quoteName(name)} has an extra field (0x6c78) that makes something else than a regular file of it`,
    );
  }
  return null;
}

/**
 * @param {string} name
 * @param {number} bytes
 */
function folderWithBytes(name, bytes) {
  const message = `entry ${quoteName(name)} is a folder with ${bytes} bytes (by its MS-DOS attribute), not a regular file`;
  return new ArchiveError('archive/special-file', message);
}

const IN_ZIP64 = 0xffff;
const BACKSLASH = 0x5c;
const MADE_BY_UNIX = 3;
const MADE_BY_MACOS = 19;
/** The part of a Unix mode that says what kind of file it is. */
export const UNIX_TYPE = 0o170000;
export const UNIX_FOLDER = 0o040000;
export const UNIX_SYMLINK = 0o120000;
const UNIX_FILE = 0o100000;
const DOS_FOLDER = 0x10;
const LIBARCHIVE_FIELD = 0x6c78;

// General purpose bit flags, APPNOTE 4.4.4.
export const UTF8_FLAG = 1 << 11;
/** Traditional encryption, and a masked directory. */
export const ENCRYPTED_FLAGS = (1 << 0) | (1 << 13);

/** APPNOTE 4.4.5: the entry's bytes as they are. */
export const STORED = 0;
/** APPNOTE 4.4.5: RFC 1951. */
export const DEFLATED = 8;
