import { buffer } from 'node:stream/consumers';
import { ArchiveError } from '../errors.js';

/** @import { ByteSource } from './read-ahead.js' */

/**
 * The end of a source.
 *
 * @typedef {{ start: number, bytes: Buffer }} Tail
 */

/**
 * Reads as much of the end of a source as the end of central directory record can be in: its comment, and as many other
 * bytes behind it, may be long.
 *
 * @param {ByteSource} source
 * @returns {Promise<Tail>}
 */
export async function readTail(source) {
  const start = Math.max(0, source.bytes - TAIL_BYTES);
  return { start, bytes: await buffer(source.read(start, source.bytes)) };
}

/**
 * What looks like an end record, the last one first. Its comment may run past the end: some readers do not mind.
 *
 * @param {Buffer} bytes
 * @returns {Generator<number, void>} Positions in the bytes.
 */
export function* findEndRecords(bytes) {
  let position = bytes.length - END_RECORD_BYTES;
  while (position >= 0) {
    position = bytes.lastIndexOf(END_RECORD_SIGNATURE, position);
    if (position < 0) return;
    yield position;
    position -= 1;
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} position Of an end record.
 * @returns {number} With its comment.
 */
export function endRecordLength(bytes, position) {
  return END_RECORD_BYTES + bytes.readUInt16LE(position + 20);
}

/**
 * @param {ByteSource} source
 * @returns {Promise<ArchiveError>} `archive/truncated`, `archive/multi-disk`, `archive/not-a-zip`
 */
export async function noEndRecord(source) {
  const first = await readSignature(source);
  if (first === LOCAL_HEADER_SIGNATURE) {
    return new ArchiveError(
      'archive/truncated',
      `the archive begins like a zip but has no end record in its last ${Math.min(source.bytes, TAIL_BYTES)} bytes; ` +
        `it was probably cut off after ${source.bytes} bytes: send it again`,
    );
  }
  if (first === SPLIT_SIGNATURE) return firstPart();
  return new ArchiveError(
    'archive/not-a-zip',
    `no zip end record was found in ${source.bytes} bytes; is it a zip archive?`,
  );
}

/**
 * @param {ByteSource} source
 * @returns {Promise<number>} The first four bytes, 0 where there are fewer.
 */
export async function readSignature(source) {
  if (source.bytes < 4) return 0;
  return (await buffer(source.read(0, 4))).readUInt32LE(0);
}

/**
 * Whether a source begins with a record of an archive, and so not with a program or the like.
 *
 * @param {number} first Its first four bytes.
 */
export function isSignature(first) {
  return first === UNSPLIT_SIGNATURE || ((first & 0xffff) === PK && ((first >>> 16) & 0xff) < 9 && first >>> 24 < 9);
}

export function firstPart() {
  return new ArchiveError(
    'archive/multi-disk',
    'this is the first part of a split archive (such as x.z01), without its end; join all parts into one file first',
  );
}

/** APPNOTE 4.3.7. */
export const LOCAL_HEADER_SIGNATURE = 0x04034b50;
/** APPNOTE 8.5.3: what the first part of a split archive begins with. */
export const SPLIT_SIGNATURE = 0x08074b50;
/** `PK00`, the mark of an archive that could have been split and was not. */
export const UNSPLIT_SIGNATURE = 0x30304b50;

/** What all signatures begin with. */
const PK = 0x4b50;

/** Without its comment (APPNOTE 4.3.16). */
const END_RECORD_BYTES = 22;
const END_RECORD_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

// The longest comment, and as many bytes after it, beside the records (zip64's end record and its locator too).
const TAIL_BYTES = 56 + 20 + END_RECORD_BYTES + 2 * 65_535;
