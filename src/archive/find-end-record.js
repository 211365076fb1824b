import { buffer } from 'node:stream/consumers';
import { ArchiveError } from '../errors.js';

/** @import { Source } from '../source/open-source.js' */

/**
 * The end of a source.
 *
 * @typedef {{ start: number, bytes: Buffer }} Tail
 */

/**
 * Looks for the end of central directory record from the end on, as far as its comment, and as many other bytes behind
 * it, may be long.
 *
 * @param {Source} source
 * @returns {Promise<{ tail: Tail, position: number }>} `position` in the tail's bytes.
 * @throws {ArchiveError} `archive/not-a-zip`, `archive/truncated`
 */
export async function findEndRecord(source) {
  const start = Math.max(0, source.bytes - TAIL_BYTES);
  const tail = { start, bytes: await buffer(source.read(start, source.bytes)) };
  const position = positionIn(tail.bytes);
  if (position === -1) throw await noEndRecord(source);
  return { tail, position };
}

/**
 * The last end record whose comment reaches exactly to the end; else the last one that is followed by other bytes.
 *
 * @param {Buffer} bytes
 * @returns {number} -1 where there is none.
 */
function positionIn(bytes) {
  let followed = -1;
  let position = bytes.length - END_RECORD_BYTES;
  while (position >= 0) {
    position = bytes.lastIndexOf(END_RECORD_SIGNATURE, position);
    if (position < 0) break;
    const end = position + END_RECORD_BYTES + bytes.readUInt16LE(position + 20);
    if (end === bytes.length) return position;
    if (end < bytes.length && followed === -1) followed = position;
    position -= 1;
  }
  return followed;
}

/**
 * @param {Source} source
 * @returns {Promise<ArchiveError>}
 */
async function noEndRecord(source) {
  const first = await buffer(source.read(0, Math.min(4, source.bytes)));
  if (first.length === 4 && first.readUInt32LE(0) === LOCAL_HEADER_SIGNATURE) {
    return new ArchiveError(
      'archive/truncated',
      `the archive begins like a zip but has no end record in its last ${Math.min(source.bytes, TAIL_BYTES)} bytes; ` +
        `it was probably cut off after ${source.bytes} bytes: send it again`,
    );
  }
  return new ArchiveError(
    'archive/not-a-zip',
    `no zip end record was found in ${source.bytes} bytes; is it a zip archive?`,
  );
}

/** APPNOTE 4.3.7. */
export const LOCAL_HEADER_SIGNATURE = 0x04034b50;
/** Without its comment. */
export const END_RECORD_BYTES = 22;
const END_RECORD_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

// The longest comment, and as many bytes after it, beside the records (zip64's end record and its locator too).
const TAIL_BYTES = 56 + 20 + END_RECORD_BYTES + 2 * 65_535;
