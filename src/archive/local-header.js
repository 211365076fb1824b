import { crc32 } from 'node:zlib';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { ENCRYPTED_FLAGS, otherKind, STORED, UTF8_FLAG } from './entry.js';
import { utf8Name } from './entry-name.js';
import { readZip64Values } from './extra-field.js';
import { LOCAL_HEADER_SIGNATURE } from './find-end-record.js';
import { otherUnicodePath, readUnicodePath } from './unicode-path.js';

/** @import { Entry } from './entry.js' */

/**
 * Judges the local header of an entry (APPNOTE 4.3.7) by what the central directory says. Readers differ in which of the
 * two they believe, so an archive in which they disagree is a different one to each of them.
 *
 * @param {Buffer} bytes From the entry's beginning on.
 * @param {Entry} entry
 * @returns {number} How many bytes of it have to be there; where there are, it has been judged, and found good.
 * @throws {ArchiveError} `archive/header-mismatch`, `archive/overlapping-entries`
 */
export function checkLocalHeader(bytes, entry) {
  if (bytes.length < LOCAL_HEADER_BYTES) return LOCAL_HEADER_BYTES;
  checkSignature(bytes, entry);
  const nameEnd = LOCAL_HEADER_BYTES + bytes.readUInt16LE(26);
  const length = nameEnd + bytes.readUInt16LE(28);
  if (entry.start + length + entry.compressedBytes > entry.end) {
    throw new ArchiveError(
      'archive/overlapping-entries',
      `entry ${quoteName(entry.name)} has a local header of ${length} bytes, and so reaches into what comes after it`,
    );
  }
  if (bytes.length < length) return length;
  const name = bytes.subarray(LOCAL_HEADER_BYTES, nameEnd);
  checkName(name, entry);
  const flags = bytes.readUInt16LE(6);
  const extra = bytes.subarray(nameEnd, length);
  const inUtf8 = (flags & UTF8_FLAG) !== 0 ? name : readUnicodePath(extra, entry.nameCrc32);
  if (inUtf8 !== null && utf8Name(inUtf8) !== entry.name) {
    throw mismatch(entry, `in UTF-8 it has the name ${quoteName(utf8Name(inUtf8))}`);
  }
  const otherPath = otherUnicodePath(extra, name);
  if (otherPath !== null) throw otherPath;
  const kind = otherKind(extra, entry.name);
  if (kind !== null) throw kind;
  if ((flags & ENCRYPTED_FLAGS) !== 0) throw mismatch(entry, 'it says that the entry is encrypted');
  expect(entry, 'method', bytes.readUInt16LE(8), entry.method);
  // Else the three stand behind the data, and here is nothing, or what was thought beforehand.
  if ((flags & DESCRIPTOR_FLAG) === 0) {
    expect(entry, 'CRC-32', bytes.readUInt32LE(14), entry.crc32);
    const sizes = [bytes.readUInt32LE(22), bytes.readUInt32LE(18)];
    const [size, compressedSize] = readZip64Values(extra, sizes);
    expect(entry, 'size', size, entry.bytes);
    expect(entry, 'compressed size', compressedSize, entry.compressedBytes);
  } else if (entry.compressedBytes === 0) {
    return checkNothing(bytes, length, entry);
  }
  return length;
}

/**
 * Judges no more of the local header than whether it has the entry's name.
 *
 * @param {Buffer} bytes The header up to where the name has to end.
 * @param {Entry} entry
 * @throws {ArchiveError} `archive/header-mismatch`
 */
export function checkLocalName(bytes, entry) {
  checkSignature(bytes, entry);
  checkName(bytes.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + bytes.readUInt16LE(26)), entry);
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
  if (name.length === entry.nameBytes && crc32(name) === entry.nameCrc32) return;
  throw mismatch(entry, `it has the name ${quoteName(name.toString())}`);
}

/**
 * @param {Buffer} bytes A local header's.
 * @returns {number} With its name and extra field.
 */
export function localHeaderLength(bytes) {
  return LOCAL_HEADER_BYTES + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
}

/**
 * The CRC-32 of nothing proves nothing, so an entry without bytes whose sizes stand behind them needs another proof that
 * it has none: there, they are nothing as well.
 *
 * @param {Buffer} bytes
 * @param {number} start Of what stands behind the local header.
 * @param {Entry} entry
 * @returns {number} How many bytes have to be there.
 * @throws {ArchiveError} `archive/header-mismatch`
 */
function checkNothing(bytes, start, entry) {
  const end = Math.min(start + DESCRIPTOR_BYTES, entry.end - entry.start);
  if (bytes.length < end) return end;
  const behind = bytes.subarray(start, end);
  const isSigned = behind.length >= 4 && behind.readUInt32LE(0) === DESCRIPTOR_SIGNATURE;
  const descriptor = behind.subarray(isSigned ? 4 : 0, isSigned ? 16 : 12);
  // The shortest deflate stream has two bytes.
  if (entry.method !== STORED || descriptor.some(byte => byte !== 0)) {
    throw mismatch(entry, 'its sizes stand behind its data, and the directory says that there is none');
  }
  return end;
}

/**
 * @param {Entry} entry
 * @param {string} what
 * @param {number} said
 * @param {number} expected
 */
function expect(entry, what, said, expected) {
  if (said !== expected) throw mismatch(entry, `it has the ${what} ${said}, the directory ${expected}`);
}

/**
 * @param {Entry} entry
 * @param {string} reason
 */
function mismatch(entry, reason) {
  return new ArchiveError(
    'archive/header-mismatch',
    `entry ${quoteName(entry.name)}: its local header, at byte ${entry.start}, is not what the central directory says: ` +
      `${reason}; the archive was damaged or forged`,
  );
}

/** Without its name and extra field. */
export const LOCAL_HEADER_BYTES = 30;
/** General purpose bit 3, APPNOTE 4.4.4: the sizes stand behind the data. */
export const DESCRIPTOR_FLAG = 1 << 3;

/** APPNOTE 4.3.9, with its optional signature and without zip64. */
export const DESCRIPTOR_BYTES = 16;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
