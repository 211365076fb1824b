import { crc32 } from 'node:zlib';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { ENCRYPTION_FLAGS, encodeEncryption, readEncryption } from './encryption.js';
import { DESCRIPTOR_FLAG, STORED, UTF8_FLAG } from './entry.js';
import { libarchiveKind } from './entry-kind.js';
import { nameChecksum, utf8Name } from './entry-name.js';
import { readZip64Values } from './extra-field.js';
import { MODULUS } from './modulus.js';
import { DESCRIPTOR_SIGNATURE, LOCAL_HEADER_SIGNATURE } from './signatures.js';
import { otherUnicodePath, readUnicodePath } from './unicode-path.js';

/** @import { Entry } from './entry.js' */

/**
 * Compares an entry's local header (APPNOTE 4.3.7) with its header in the central directory. Readers differ in which of
 * the two they believe, so if the headers disagree, readers see different archives.
 *
 * @param {Buffer} bytes From the entry's beginning.
 * @param {Entry} entry
 * @returns {number} How many bytes the check needs. If `bytes` has that many, the header has passed.
 * @throws {ArchiveError} `archive/header-mismatch`, `archive/overlapping-entries`
 */
export function checkLocalHeader(bytes, entry) {
  if (bytes.length < LOCAL_HEADER_BYTES) return LOCAL_HEADER_BYTES;
  //  0 - local file header signature
  checkSignature(bytes, entry);
  //  4 - version needed to extract
  //  6 - general purpose bit flags
  const flags = bytes.readUInt16LE(6);
  //  8 - compression method
  const method = bytes.readUInt16LE(8);
  // 10 - last modified, time
  const time = bytes.readUInt16LE(10);
  // 12 - last modified, date
  // 14 - CRC-32
  const crc = bytes.readUInt32LE(14);
  // 18 - compressed size
  const compressedSize32 = bytes.readUInt32LE(18);
  // 22 - uncompressed size
  const size32 = bytes.readUInt32LE(22);
  // 26 - length of the name
  const nameEnd = localNameEnd(bytes);
  // 28 - length of the extra field
  const length = localHeaderLength(bytes);
  if (entry.start + length + entry.compressedBytes > entry.end) {
    throw new ArchiveError(
      'archive/overlapping-entries',
      `entry ${quoteName(entry.name)} has a local header of ${length} bytes, and so reaches into what comes after it`,
    );
  }
  const lastBytes = (flags & DESCRIPTOR_FLAG) === 0 ? 0 : DESCRIPTOR_BYTES;
  const gap = entry.end - entry.start - length - entry.compressedBytes - lastBytes;
  if (entry.isPacked && gap !== 0) {
    throw mismatch(
      entry,
      `with it, the entry would end ${Math.abs(gap)} bytes ${gap > 0 ? 'before' : 'behind'} the next one`,
    );
  }
  if (bytes.length < length) return length;
  // 30 - name
  const name = bytes.subarray(LOCAL_HEADER_BYTES, nameEnd);
  // 30+n - extra field
  const extra = bytes.subarray(nameEnd, length);

  checkName(name, entry);
  const inUtf8 = (flags & UTF8_FLAG) !== 0 ? name : readUnicodePath(extra, name);
  if (inUtf8 !== null && utf8Name(inUtf8) !== entry.name) {
    throw mismatch(entry, `in UTF-8 it has the name ${quoteName(utf8Name(inUtf8))}`);
  }
  const otherPath = otherUnicodePath(extra, name);
  if (otherPath !== null) throw otherPath;
  const kind = libarchiveKind(extra, entry.name);
  if (kind !== null) throw kind;
  const encrypted = readEncryption({ name: entry.name, flags, method, time, crc32: crc, extra });
  checkEncryption(entry, encrypted, (flags & ENCRYPTION_FLAGS) !== 0);
  expect(entry, 'method', encrypted.method, entry.method);
  if ((flags & DESCRIPTOR_FLAG) === 0) {
    const [size, compressedSize] = readZip64Values(extra, [size32, compressedSize32]);
    if (entry.crc32 !== null) expect(entry, 'CRC-32', crc, entry.crc32);
    const isCut = entry.isModulo || entry.isPacked;
    expect(entry, 'size', size, isCut ? entry.bytes % MODULUS : entry.bytes);
    expect(entry, 'compressed size', compressedSize, isCut ? entry.compressedBytes % MODULUS : entry.compressedBytes);
  } else if (entry.compressedBytes === 0) {
    return checkNothing(bytes, length, entry);
  }
  return length;
}

/**
 * @param {Entry} entry
 * @param {ReturnType<typeof readEncryption>} local
 * @param {boolean} isMarked Whether the local header says that the entry is encrypted.
 */
function checkEncryption(entry, { encryption, error }, isMarked) {
  if (entry.encryption === null && isMarked) throw mismatch(entry, 'it says that the entry is encrypted');
  if (error !== null || kindOf(encryption) !== kindOf(entry.encryption)) {
    throw mismatch(entry, 'it says that the entry is encrypted in another way, or not at all');
  }
}

/** @param {Entry['encryption']} encryption @returns {number} Without the check byte: the local CRC-32 may follow the data. */
function kindOf(encryption) {
  return encodeEncryption(encryption) & 0xff;
}

/**
 * @param {Buffer} bytes The header, up to the expected end of the name.
 * @param {Entry} entry
 * @throws {ArchiveError} `archive/header-mismatch`
 */
export function checkLocalName(bytes, entry) {
  checkSignature(bytes, entry);
  checkName(bytes.subarray(LOCAL_HEADER_BYTES, localNameEnd(bytes)), entry);
}

/**
 * @param {Buffer} bytes
 * @param {Entry} entry
 */
function checkSignature(bytes, entry) {
  if (bytes.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) throw mismatch(entry, 'there is none');
}

/**
 * @param {Buffer} name
 * @param {Entry} entry
 */
function checkName(name, entry) {
  if (isNameOf(entry, name)) return;
  throw mismatch(entry, `it has the name ${quoteName(name.toString())}`);
}

/**
 * Whether the local header's name is the directory's.
 *
 * @param {Pick<Entry, 'nameBytes' | 'nameCrc32'>} entry Listed in an older checkpoint, it may have the checksum of its
 *   backslashes.
 * @param {Buffer} name
 */
export function isNameOf({ nameBytes, nameCrc32 }, name) {
  return name.length === nameBytes && (nameChecksum(name) === nameCrc32 || crc32(name) === nameCrc32);
}

/**
 * @param {Buffer} bytes The local header.
 * @returns {number} Includes the name and extra field.
 */
export function localHeaderLength(bytes) {
  // 28 - length of the extra field
  return localNameEnd(bytes) + bytes.readUInt16LE(28);
}

/**
 * @param {Buffer} bytes The local header.
 * @returns {number} Offset at which the name ends and the extra field begins.
 */
export function localNameEnd(bytes) {
  // 26 - length of the name
  return LOCAL_HEADER_BYTES + bytes.readUInt16LE(26);
}

/**
 * Checks an entry without compressed bytes whose sizes follow the data. The CRC-32 of nothing proves nothing, but a
 * data descriptor (APPNOTE 4.3.9) of zeros shows that the entry is empty.
 *
 * @param {Buffer} bytes
 * @param {number} start Where the local header ends.
 * @param {Entry} entry
 * @returns {number} How many bytes the check needs.
 * @throws {ArchiveError} `archive/header-mismatch`
 */
function checkNothing(bytes, start, entry) {
  const end = Math.min(start + DESCRIPTOR_BYTES, entry.end - entry.start);
  if (bytes.length < end) return end;
  const behind = bytes.subarray(start, end);
  //  0 - data descriptor signature, optional
  const isSigned = behind.length >= 4 && behind.readUInt32LE(0) === DESCRIPTOR_SIGNATURE;
  //  4 - CRC-32
  //  8 - compressed size
  // 12 - uncompressed size
  const fields = behind.subarray(isSigned ? 4 : 0, isSigned ? 16 : 12);
  // The shortest deflate stream has two bytes.
  if (entry.method !== STORED || fields.some(byte => byte !== 0)) {
    throw mismatch(entry, 'its sizes stand behind its data, and the directory says that there is none');
  }
  return end;
}

/**
 * @param {Entry} entry
 * @param {string} what
 * @param {number} actual
 * @param {number} expected
 */
function expect(entry, what, actual, expected) {
  if (actual !== expected) throw mismatch(entry, `it has the ${what} ${actual}, the directory ${expected}`);
}

/**
 * @param {Entry} entry
 * @param {string} reason
 * @returns {ArchiveError} `archive/header-mismatch`
 */
export function mismatch(entry, reason) {
  return new ArchiveError(
    'archive/header-mismatch',
    `entry ${quoteName(entry.name)}: its local header, at byte ${entry.start}, is not what the central directory says: ` +
      `${reason}; the archive was damaged or forged`,
  );
}

/** Without its name and extra field. */
export const LOCAL_HEADER_BYTES = 30;
/** With its signature, without zip64. */
export const DESCRIPTOR_BYTES = 16;
