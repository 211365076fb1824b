import { crc32 } from 'node:zlib';
import { ArchiveError } from '../errors.js';
import { printable } from '../printable.js';
import { MODULUS } from './modulus.js';

/** @import { Entry } from './entry.js' */

/**
 * The number and the CRC-32 of an entry's bytes so far.
 *
 * @typedef {{ bytes: number, crc32: number }} Verified
 */

/**
 * Compares an entry's inflated bytes with what the archive declares: their number, their CRC-32 if it has one, and that they
 * used up the compressed bytes. Of an entry of unknown size, their number is compared modulo 4 GiB.
 *
 * @param {Entry} entry
 * @param {Verified} [before] The bytes of earlier turns.
 * @returns {{ add: (chunk: Uint8Array) => void, finish: (compressedBytes: number) => number, state: () => Verified }}
 *   `add` and `finish` fail with an ArchiveError, `archive/size-mismatch` or `archive/crc-mismatch`, or with the LimitError of the
 *   entry's `most`. `finish` gets the number
 *   of compressed bytes that were used, and returns the CRC-32.
 */
export function createVerifier(entry, before = { bytes: 0, crc32: 0 }) {
  const name = `entry "${printable(entry.name)}"`;
  let { bytes, crc32: crc } = before;
  const { isModulo, most } = entry;
  const mostBytes = isModulo ? (most?.bytes ?? Number.POSITIVE_INFINITY) : entry.bytes;
  return {
    add(chunk) {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        if (isModulo && most) throw most.refuse();
        throw sizeMismatch(`${name} inflates to more than its declared ${entry.bytes} bytes`);
      }
      crc = crc32(chunk, crc);
    },
    finish(compressedBytes) {
      if (isModulo ? (bytes - entry.bytes) % MODULUS !== 0 : bytes !== entry.bytes) {
        const declared = isModulo ? `${entry.bytes % MODULUS} or a multiple of 4 GiB more` : `${entry.bytes}`;
        throw sizeMismatch(`${name} inflates to ${bytes} bytes, not to its declared ${declared}`);
      }
      if (compressedBytes !== entry.compressedBytes) {
        throw sizeMismatch(
          `${name} is complete after ${compressedBytes} of its declared ${entry.compressedBytes} compressed bytes`,
        );
      }
      if (entry.crc32 !== null && crc !== entry.crc32) {
        throw new ArchiveError(
          'archive/crc-mismatch',
          `${name} has the CRC-32 ${hex(crc)}, not its declared ${hex(entry.crc32)}; it was damaged: send it again`,
        );
      }
      return crc;
    },
    state: () => ({ bytes, crc32: crc }),
  };
}

/** @param {string} message */
function sizeMismatch(message) {
  return new ArchiveError('archive/size-mismatch', message);
}

/**
 * @param {number} crc
 * @returns {string} Eight digits, as in the manifest.
 */
export function hex(crc) {
  return crc.toString(16).padStart(8, '0');
}
