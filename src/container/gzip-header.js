import { crc32 } from 'node:zlib';
import { ArchiveError } from '../errors.js';

/**
 * Reads the header of a gzip member (RFC 1952, section 2.3).
 *
 * @param {Buffer} bytes From the member's first byte.
 * @param {number} offset Where that is in the source.
 * @returns {{ length: number, name: Buffer | null } | null} Null if the header goes on behind the bytes. `name`: FNAME, if there
 *   is one.
 * @throws {ArchiveError} `archive/corrupt`, `archive/crc-mismatch`
 */
export function readGzipHeader(bytes, offset) {
  if (bytes.length < FIXED_BYTES) return null;
  //  0 - identification: 1f 8b
  //  2 - compression method
  if (!isGzip(bytes)) throw badHeader(offset, 'does not begin with 1f 8b 08');
  //  3 - flags
  const flags = bytes[3];
  if ((flags & RESERVED) !== 0)
    throw badHeader(offset, `has the flags 0x${flags.toString(16)}, some of which are reserved`);
  //  4 - modification time, 8 - extra flags, 9 - operating system
  let end = FIXED_BYTES;
  if (flags & FEXTRA) {
    if (bytes.length < end + 2) return null;
    end += 2 + bytes.readUInt16LE(end);
  }
  /** @type {Buffer | null} */
  let name = null;
  for (const flag of [FNAME, FCOMMENT]) {
    if ((flags & flag) === 0) continue;
    const zero = bytes.indexOf(0, end);
    if (zero === -1 || end > bytes.length) return needsMore(bytes, offset);
    if (flag === FNAME) name = bytes.subarray(end, zero);
    end = zero + 1;
    // However many bytes behind it have come.
    if (end > MAX_HEADER_BYTES) throw tooLong(offset);
  }
  if (flags & FHCRC) {
    if (bytes.length < end + 2) return null;
    const declared = bytes.readUInt16LE(end);
    const actual = crc32(bytes.subarray(0, end)) & 0xffff;
    if (declared !== actual) {
      throw new ArchiveError(
        'archive/crc-mismatch',
        `the gzip header at byte ${offset} has the CRC-16 ${hex16(actual)}, not its declared ${hex16(declared)}; it was damaged: ` +
          'send it again',
      );
    }
    end += 2;
  }
  return bytes.length < end ? null : { length: end, name };
}

/**
 * @param {Buffer} bytes
 * @returns {boolean} Whether they begin like a gzip member that is deflated, the only method there is.
 */
export function isGzip(bytes) {
  return bytes.length >= 3 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/**
 * @param {Buffer} bytes
 * @param {number} offset
 */
function needsMore(bytes, offset) {
  if (bytes.length > MAX_HEADER_BYTES) throw tooLong(offset);
  return null;
}

/** @param {number} offset */
function tooLong(offset) {
  return badHeader(
    offset,
    `is longer than ${MAX_HEADER_BYTES} bytes, as no program writes one; compress the file again`,
  );
}

/**
 * @param {number} offset
 * @param {string} reason
 */
function badHeader(offset, reason) {
  return new ArchiveError('archive/corrupt', `the gzip header at byte ${offset} ${reason}`);
}

/** @param {number} value */
function hex16(value) {
  return value.toString(16).padStart(4, '0');
}

const FIXED_BYTES = 10;
const FHCRC = 1 << 1;
const FEXTRA = 1 << 2;
const FNAME = 1 << 3;
const FCOMMENT = 1 << 4;
const RESERVED = 0b1110_0000;
/** An extra field has at most 64 KiB; a name and a comment have no limit of their own. */
const MAX_HEADER_BYTES = 256 * 1024;
