import { buffer } from 'node:stream/consumers';

/** @import { ByteSource } from './read-ahead.js' */

/**
 * @param {ByteSource} source
 * @returns {Promise<number>} The first four bytes, or 0 if there are fewer.
 */
export async function readSignature(source) {
  if (source.bytes < 4) return 0;
  return (await buffer(source.read(0, 4))).readUInt32LE(0);
}

/**
 * Whether a source begins with a record of a zip archive, rather than, say, a program.
 *
 * @param {number} first Its first four bytes.
 */
export function isSignature(first) {
  return first === UNSPLIT_SIGNATURE || ((first & 0xffff) === PK && ((first >>> 16) & 0xff) < 9 && first >>> 24 < 9);
}

/** APPNOTE 4.3.7. */
export const LOCAL_HEADER_SIGNATURE = 0x04034b50;
/** APPNOTE 4.3.9.3, optional. */
export const DESCRIPTOR_SIGNATURE = 0x08074b50;
/** APPNOTE 4.3.11: the archive extra data record, which precedes an encrypted directory. */
export const EXTRA_DATA_SIGNATURE = 0x08064b50;
/** APPNOTE 4.3.12. */
export const DIRECTORY_HEADER_SIGNATURE = 0x02014b50;
/** APPNOTE 4.3.13: the digital signature of the directory. */
export const DIGITAL_SIGNATURE = 0x05054b50;
/** APPNOTE 4.3.14. */
export const ZIP64_RECORD_SIGNATURE = 0x06064b50;
/** APPNOTE 4.3.15. */
export const LOCATOR_SIGNATURE = 0x07064b50;
/** APPNOTE 4.3.16. */
export const END_RECORD_SIGNATURE = 0x06054b50;
/** APPNOTE 8.5.3: the first part of a split archive begins with it. */
export const SPLIT_SIGNATURE = 0x08074b50;
/** APPNOTE 8.5.4: `PK00`, the marker of an archive that was meant to be split but fitted into one part. */
export const UNSPLIT_SIGNATURE = 0x30304b50;

/** All signatures begin with it. */
const PK = 0x4b50;
