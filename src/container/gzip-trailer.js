import { hex } from '../archive/verifier.js';
import { ArchiveError } from '../errors.js';

/**
 * Verifies a member by its trailer (RFC 1952, section 2.3.1).
 *
 * @param {Buffer} trailer
 * @param {{ bytes: number, crc32: number }} member Of its inflated bytes.
 * @param {number} end Where the trailer begins.
 * @throws {ArchiveError} `archive/crc-mismatch`, `archive/size-mismatch`
 */
export function verifyTrailer(trailer, { bytes, crc32: actual }, end) {
  //  0 - CRC-32
  const declared = trailer.readUInt32LE(0);
  //  4 - size, modulo 2^32
  const size = trailer.readUInt32LE(4);
  if (declared !== actual) {
    throw new ArchiveError(
      'archive/crc-mismatch',
      `the gzip data up to byte ${end} has the CRC-32 ${hex(actual)}, not its declared ${hex(declared)}; it was damaged: ` +
        'send it again',
    );
  }
  if (size !== bytes % 2 ** 32) {
    throw new ArchiveError(
      'archive/size-mismatch',
      `the gzip data up to byte ${end} inflates to ${bytes} bytes, not to its declared ${size} (modulo 2^32)`,
    );
  }
}

export const TRAILER_BYTES = 8;
