import { badDirectory } from './bad-directory.js';
import { readEntry } from './entry.js';
import { DIRECTORY_HEADER_BYTES } from './locate-directory.js';
import { MacMarks } from './mac-marks.js';
import { COUNT_MODULUS } from './modulus.js';
import { DIGITAL_SIGNATURE, DIRECTORY_HEADER_SIGNATURE } from './signatures.js';

/** @import { Entry } from './entry.js' */
/** @import { nameReader } from './entry-name.js' */
/** @import { Directory } from './find-directory.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * Reads the central directory (APPNOTE 4.3.12) as a stream, one header at a time. Its entry count and length must be
 * those of the end record; the length may include a digital signature. Where a Mac has made the archive, the count is modulo
 * 65,536.
 *
 * @param {ByteSource} source
 * @param {Directory} directory
 * @param {ReturnType<typeof nameReader>} readName
 * @param {MacMarks} [marks] Gets each header.
 * @returns {AsyncGenerator<Entry, void>} Including folders.
 * @throws {ArchiveError | StorageError} `archive/bad-directory`
 */
export async function* readCentralDirectory(source, directory, readName, marks = new MacMarks()) {
  const { entries, start, end, archiveStart, isZip64 } = directory;
  let count = 0;
  let expected = entries;
  let offset = start;
  /** @type {Buffer} */
  let rest = Buffer.alloc(0);
  for await (const chunk of directoryBytes(source, directory)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let position = 0;
    for (; ; count++) {
      if (count === expected && !isZip64 && marks.isPossible && isHeader(bytes, position)) expected += COUNT_MODULUS;
      if (count === expected) break;
      const length = headerLength(bytes, position);
      if (length === null)
        throw badDirectory(`the central directory is damaged at byte ${offset}, after ${count} of ${entries} entries`);
      if (position + length > bytes.length) break;
      const header = bytes.subarray(position, position + length);
      marks.add(header);
      yield readEntry(header, archiveStart, readName);
      offset += length;
      position += length;
    }
    rest = bytes.subarray(position);
    // Only a digital signature may follow, and that is at most this long.
    if (count === expected && rest.length > DIGITAL_SIGNATURE_BYTES + 0xffff) break;
  }
  const isCounted = count === entries || (count === expected && marks.isMac);
  if (isCounted && (offset === end || isDigitalSignature(rest, end - offset))) return;
  throw badDirectory(
    `the end record says that the central directory has ${entries} entries and ${end - start} bytes, but there are ` +
      `${count} entries in ${offset - start} bytes`,
  );
}

/**
 * @param {ByteSource} source
 * @param {Directory} directory
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* directoryBytes(source, { start, end, tail, bytes }) {
  if (bytes) yield bytes;
  else if (start >= tail.start) yield tail.bytes.subarray(start - tail.start, end - tail.start);
  else {
    const early = source.early?.atHand(start, end);
    if (early) yield await early;
    else yield* source.read(start, end);
  }
}

/**
 * Whether bytes are the directory's digital signature (APPNOTE 4.3.13). The signature itself is not verified.
 *
 * @param {Buffer} bytes
 * @param {number} length How many bytes follow the last header.
 */
function isDigitalSignature(bytes, length) {
  //  0 - header signature
  //  4 - size of the signature data
  //  6 - signature data
  if (bytes.length < DIGITAL_SIGNATURE_BYTES || bytes.readUInt32LE(0) !== DIGITAL_SIGNATURE) return false;
  return DIGITAL_SIGNATURE_BYTES + bytes.readUInt16LE(4) === length;
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 */
function isHeader(bytes, start) {
  return start + 4 <= bytes.length && bytes.readUInt32LE(start) === DIRECTORY_HEADER_SIGNATURE;
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {number | null} The header's length, or a lower bound if the bytes end too early; null if there is no
 *   header.
 */
function headerLength(bytes, start) {
  if (start + DIRECTORY_HEADER_BYTES > bytes.length) return DIRECTORY_HEADER_BYTES;
  //  0 - central directory file header signature
  if (bytes.readUInt32LE(start) !== DIRECTORY_HEADER_SIGNATURE) return null;
  // 28 - length of the name
  const name = bytes.readUInt16LE(start + 28);
  // 30 - length of the extra field
  const extra = bytes.readUInt16LE(start + 30);
  // 32 - length of the comment
  return DIRECTORY_HEADER_BYTES + name + extra + bytes.readUInt16LE(start + 32);
}

/** Without its data. */
const DIGITAL_SIGNATURE_BYTES = 6;
