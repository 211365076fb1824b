import { readPiece } from './read-ahead.js';
import { END_RECORD_SIGNATURE } from './signatures.js';

/** @import { ByteSource } from './read-ahead.js' */

/**
 * The end of a source, from the offset `start`.
 *
 * @typedef {{ start: number, bytes: Buffer }} Tail
 */

/**
 * The fields of an end record, or of the zip64 end record that replaces it. Offsets count from the archive's first
 * byte, `end` from the source's.
 *
 * @typedef {object} EndRecord
 * @property {boolean} isEncrypted Whether the directory is encrypted.
 * @property {number} disk
 * @property {number} directoryDisk
 * @property {number} disks The number of disks.
 * @property {number} entriesOnDisk
 * @property {number} entries
 * @property {number} size The directory's length in bytes.
 * @property {number} offset The directory's.
 * @property {number} end The offset of this record, where the directory ends at the latest.
 * @property {number | null} claimedEnd The offset of the zip64 end record according to its locator; null without one.
 */

/**
 * Reads the part of a source that can hold the end record. Its comment may be long, and other bytes may follow it.
 *
 * @param {ByteSource} source
 * @returns {Promise<Tail>}
 */
export async function readTail(source) {
  const start = tailStart(source);
  return { start, bytes: await readPiece(source, start, source.bytes) };
}

/**
 * @param {Pick<ByteSource, 'bytes'>} source
 * @returns {number} Where the part begins that `readTail` reads.
 */
export function tailStart({ bytes }) {
  return Math.max(0, bytes - TAIL_BYTES);
}

/**
 * Finds whatever looks like an end record, the last one first. Its comment may run past the end: some readers accept
 * that.
 *
 * @param {Buffer} bytes
 * @returns {Generator<number, void>} Positions in the bytes.
 */
export function* findEndRecords(bytes) {
  let position = bytes.length - END_RECORD_BYTES;
  while (position >= 0) {
    if (!isEndRecord(bytes, position)) position = bytes.lastIndexOf(SIGNATURE_BYTES, position);
    if (position < 0) return;
    yield position;
    position -= 1;
    // There may be one every four bytes, where a search takes longer than to compare them.
    const near = Math.max(0, position - NEAR_BYTES);
    while (position >= near && !isEndRecord(bytes, position)) position -= 1;
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} position
 */
function isEndRecord(bytes, position) {
  return (
    bytes[position] === SIGNATURE_BYTES[0] &&
    bytes[position + 1] === SIGNATURE_BYTES[1] &&
    bytes[position + 2] === SIGNATURE_BYTES[2] &&
    bytes[position + 3] === SIGNATURE_BYTES[3]
  );
}

/**
 * Reads an end of central directory record (APPNOTE 4.3.16).
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @returns {EndRecord}
 */
export function parseEndRecord({ bytes, start }, position) {
  return {
    //  0 - end of central directory signature
    //  4 - number of this disk
    disk: bytes.readUInt16LE(position + 4),
    //  6 - number of the disk on which the central directory starts
    directoryDisk: bytes.readUInt16LE(position + 6),
    //  8 - entries in the central directory on this disk
    entriesOnDisk: bytes.readUInt16LE(position + 8),
    // 10 - entries in the central directory
    entries: bytes.readUInt16LE(position + 10),
    // 12 - size of the central directory
    size: bytes.readUInt32LE(position + 12),
    // 16 - offset of the central directory on its first disk
    offset: bytes.readUInt32LE(position + 16),
    // 20 - length of the comment (see endRecordLength)
    // 22 - comment
    isEncrypted: false,
    disks: 1,
    end: start + position,
    claimedEnd: null,
  };
}

/**
 * @param {Buffer} bytes
 * @param {number} position The end record's.
 * @returns {boolean} Whether all entries are said to be on one disk, without reading any other field.
 */
export function countsAgree(bytes, position) {
  return bytes.readUInt16LE(position + 8) === bytes.readUInt16LE(position + 10);
}

/**
 * @param {Buffer} bytes
 * @param {number} position The end record's.
 * @returns {number} Includes the comment.
 */
export function endRecordLength(bytes, position) {
  return END_RECORD_BYTES + bytes.readUInt16LE(position + 20);
}

/** Without its comment. */
const END_RECORD_BYTES = 22;
const SIGNATURE_BYTES = Buffer.alloc(4);
SIGNATURE_BYTES.writeUInt32LE(END_RECORD_SIGNATURE);
const NEAR_BYTES = 64;

/** A zip64 end record, its locator, the end record, the longest comment, and the same number of bytes after that. */
export const TAIL_BYTES = 56 + 20 + END_RECORD_BYTES + 2 * 65_535;
