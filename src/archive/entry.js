import { isAscii } from 'node:buffer';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { badDirectory } from './bad-directory.js';
import { readEncryption } from './encryption.js';
import { folderWithBytes, isFolder, libarchiveKind, unixModeOf } from './entry-kind.js';
import { guardName, nameChecksum, unsafeName, withoutVersion } from './entry-name.js';
import { readZip64Values } from './extra-field.js';
import { DIRECTORY_HEADER_BYTES } from './locate-directory.js';
import { namesBesides, otherUnicodePath, readUnicodePath } from './unicode-path.js';

/** @import { LimitError } from '../errors.js' */
/** @import { Encryption } from './encryption.js' */
/** @import { nameReader } from './entry-name.js' */

/**
 * An entry as the central directory describes it.
 *
 * @typedef {object} Entry
 * @property {string} name With `/` between its parts, without empty and `.` parts.
 * @property {number} nameBytes The length of the name in the header.
 * @property {number} nameCrc32 The CRC-32 of the name in the header, with `/` for backslashes.
 * @property {boolean} isFolder
 * @property {number} compressedBytes In the archive: with what encryption adds.
 * @property {number} bytes Inflated.
 * @property {number | null} crc32 The inflated bytes' CRC-32; null if the archive does not tell it.
 * @property {number} method The compression method (APPNOTE 4.4.5), once decrypted.
 * @property {Encryption | null} encryption
 * @property {number} unixMode Includes the file type; 0 for an entry made on neither Unix nor macOS.
 * @property {number} start Offset of its local header in the source.
 * @property {number} end Where it ends at the latest: the offset of the next entry or of the directory.
 * @property {ArchiveError | LimitError | null} error Why it is refused.
 * @property {number} [archive] The number of the archive that it is in, if that is within another one; see `EntryList`.
 * @property {string[]} [otherNames] Names that some programs see for it.
 * @property {boolean} [hasDescriptor] Whether the directory says that a data descriptor follows its bytes.
 * @property {boolean} [hasOddFlags] Whether the directory sets general purpose bits for it that are hardly ever set.
 * @property {boolean} [isUtf8] Whether the directory says that its name is UTF-8, beyond ASCII.
 * @property {boolean} [isModulo] Whether it may inflate to any multiple of 4 GiB more than `bytes`: a Mac's programs leave these out.
 * @property {boolean} [isPacked] Whether it is in a Mac's archive from whose numbers something was left out: its bytes and their
 *   data descriptor reach exactly to its end.
 * @property {SizeLimit} [most] Of an entry that `isModulo`.
 *
 * How many bytes an entry of unknown size may inflate to, and what is wrong with one that has more.
 *
 * @typedef {{ bytes: number, refuse: () => LimitError }} SizeLimit
 */

/**
 * Reads a header of the central directory (APPNOTE 4.3.12).
 *
 * @param {Buffer} header All of it, with its name, extra field and comment.
 * @param {number} archiveStart
 * @param {ReturnType<typeof nameReader>} readName
 * @returns {Entry} Has an error if its name cannot be read.
 * @throws {ArchiveError} `archive/bad-directory`, `archive/multi-disk`
 */
export function readEntry(header, archiveStart, readName) {
  //  0 - central directory file header signature
  //  4 - version made by: the version
  //  5 - version made by: the system
  const madeBy = header[5];
  //  6 - version needed to extract
  //  8 - general purpose bit flags
  const flags = header.readUInt16LE(8);
  // 10 - compression method
  const headerMethod = header.readUInt16LE(10);
  // 12 - last modified, time
  const time = header.readUInt16LE(12);
  // 14 - last modified, date
  // 16 - CRC-32
  const crc = header.readUInt32LE(16);
  // 20 - compressed size
  const compressedSize32 = header.readUInt32LE(20);
  // 24 - uncompressed size
  const size32 = header.readUInt32LE(24);
  // 28 - length of the name
  const nameEnd = DIRECTORY_HEADER_BYTES + header.readUInt16LE(28);
  // 30 - length of the extra field
  const extraEnd = nameEnd + header.readUInt16LE(30);
  // 32 - length of the comment
  // 34 - number of the disk on which the entry starts
  const disk = header.readUInt16LE(34);
  // 36 - internal file attributes
  // 38 - external file attributes: those of MS-DOS
  const dosAttributes = header[38];
  // 40 - external file attributes: the Unix mode
  const mode = header.readUInt16LE(40);
  // 42 - offset of the local header
  const offset32 = header.readUInt32LE(42);
  // 46 - name
  const rawName = header.subarray(DIRECTORY_HEADER_BYTES, nameEnd);
  // 46+n - extra field
  const extra = header.subarray(nameEnd, extraEnd);
  // 46+n+m - comment

  const isFlagged = (flags & UTF8_FLAG) !== 0;
  const unicodePath = isFlagged ? null : readUnicodePath(extra, rawName);
  const { name, fault } = readName(unicodePath ?? rawName, isFlagged || unicodePath !== null);
  guardDisk(disk, name);
  const [bytes, compressedBytes, offset] = readZip64Values(extra, [size32, compressedSize32, offset32]);
  if (![bytes, compressedBytes, offset].every(Number.isSafeInteger)) {
    throw badDirectory(`entry ${quoteName(name)} has a zip64 size or offset that is missing or too large`);
  }
  const endsWithBackslash = (unicodePath ?? rawName).at(-1) === BACKSLASH;
  const encrypted = readEncryption({ name, flags, method: headerMethod, time, crc32: crc, extra });
  const { encryption, method } = encrypted;
  const kind = { name, endsWithBackslash, bytes, madeBy, dosAttributes, unixMode: unixModeOf(madeBy, mode) };
  // For a name that ends with a backslash, libarchive may create a folder and leave out the file of that name.
  const other = endsWithBackslash ? name.slice(0, -1) : withoutVersion(name);
  return {
    name,
    nameBytes: rawName.length,
    nameCrc32: nameChecksum(rawName),
    isFolder: isFolder(kind),
    compressedBytes,
    bytes,
    // AE-2 leaves it to the authentication code. 7-Zip too ignores one that is there nevertheless.
    crc32: encryption?.kind === 'aes' && encryption.version === 2 ? null : crc,
    method,
    encryption,
    unixMode: kind.unixMode,
    start: offset + archiveStart,
    end: 0,
    error:
      fault === null
        ? (otherUnicodePath(extra, rawName) ??
          libarchiveKind(extra, name) ??
          folderWithBytes(kind) ??
          (encrypted.error && (nameFault(name) ?? encrypted.error)))
        : unsafeName(name, fault),
    hasDescriptor: (flags & DESCRIPTOR_FLAG) !== 0,
    hasOddFlags: areOddFlags(flags, headerMethod),
    isUtf8: isFlagged && !isAscii(rawName),
    otherNames: [...(other === name ? [] : [other]), ...namesBesides(extra, rawName)],
  };
}

/**
 * @param {number} flags General purpose bit flags.
 * @param {number} method
 * @returns {boolean} Whether some are set that are hardly ever set, and that say nothing here. Some programs go by them all the same.
 */
export function areOddFlags(flags, method) {
  return (flags & ~(USUAL_FLAGS | (method === DEFLATED ? DEFLATE_FLAGS : 0))) !== 0;
}

/**
 * @param {string} name
 * @returns {ArchiveError | null} It counts before what is wrong with the rest of the entry.
 */
function nameFault(name) {
  try {
    guardName(name);
    return null;
  } catch (error) {
    return /** @type {ArchiveError} */ (error);
  }
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

const IN_ZIP64 = 0xffff;
const BACKSLASH = 0x5c;

// General purpose bit flags, APPNOTE 4.4.4.
export const UTF8_FLAG = 1 << 11;
/** CRC-32 and sizes are in a data descriptor after the data. */
export const DESCRIPTOR_FLAG = 1 << 3;

/** How hard deflate has tried. */
const DEFLATE_FLAGS = 0b110;
/** Encrypted, a data descriptor, UTF-8, a masked header. */
const USUAL_FLAGS = (1 << 0) | DESCRIPTOR_FLAG | UTF8_FLAG | (1 << 13);

/** APPNOTE 4.4.5: the entry's bytes as they are. */
export const STORED = 0;
/** APPNOTE 4.4.5: RFC 1951. */
export const DEFLATED = 8;
/** APPNOTE 4.4.5: deflate with a window of 64 KiB, which PKWARE calls enhanced. Windows writes it for large files. */
export const DEFLATE64 = 9;
/** APPNOTE 4.4.5: RFC 8878. */
export const ZSTD = 93;
