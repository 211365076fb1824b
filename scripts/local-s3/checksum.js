import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { notImplemented, S3Error } from './s3-error.js';

/** @typedef {'CRC32' | 'SHA1' | 'SHA256'} ChecksumAlgorithm */
/** @typedef {{ update(chunk: Uint8Array): void, digest(): Buffer }} Hasher `digest` may be called once. */

/**
 * The checksums that S3 knows and Node can calculate. CRC32C, CRC64NVME and the newer ones are refused.
 *
 * @param {string} name
 * @returns {ChecksumAlgorithm}
 */
export function checksumAlgorithm(name) {
  const algorithm = ALGORITHMS.find(known => known === name.toUpperCase());
  if (algorithm === undefined) throw notImplemented(`the checksum algorithm ${name}`);
  return algorithm;
}

/**
 * @param {ChecksumAlgorithm} algorithm
 * @returns {string} The name of its header.
 */
export function checksumHeader(algorithm) {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/**
 * The checksum that a request announces, as a header with its value or as a trailer that is to come.
 *
 * @param {Record<string, string | string[] | undefined>} headers
 * @returns {{ algorithm: ChecksumAlgorithm, value: string | null } | null} `value` is null if it comes as a trailer.
 */
export function announcedChecksum(headers) {
  const trailer = headers['x-amz-trailer'];
  const names = Object.keys(headers).filter(name => CHECKSUM_HEADER.test(name) && !NOT_VALUES.includes(name));
  if (names.length + (trailer === undefined ? 0 : 1) > 1) {
    throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header');
  }
  const name = names[0] ?? (trailer === undefined ? undefined : String(trailer).trim().toLowerCase());
  if (name === undefined) return null;
  const match = CHECKSUM_HEADER.exec(name);
  if (match === null) throw notImplemented(`the trailer ${name}`);
  const value = names[0] === undefined ? null : String(headers[name]);
  return { algorithm: checksumAlgorithm(/** @type {string} */ (match[1])), value };
}

/**
 * @param {ChecksumAlgorithm | 'MD5'} algorithm
 * @returns {Hasher}
 */
export function createHasher(algorithm) {
  if (algorithm !== 'CRC32') return createHash(algorithm.toLowerCase());
  let value = 0;
  return {
    update(chunk) {
      value = crc32(chunk, value);
    },
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
}

/**
 * The checksum of a multipart object of type COMPOSITE: the checksum of the parts' checksums, and their number.
 *
 * @param {ChecksumAlgorithm | 'MD5'} algorithm
 * @param {Buffer[]} digests
 * @param {BufferEncoding} encoding
 * @returns {string}
 */
export function compositeChecksum(algorithm, digests, encoding) {
  const hasher = createHasher(algorithm);
  for (const digest of digests) hasher.update(digest);
  return `${hasher.digest().toString(encoding)}-${digests.length}`;
}

/**
 * The CRC-32 of two byte sequences put together, from theirs (zlib's crc32_combine): appending a byte of zeros to a
 * message multiplies its CRC by x^8 modulo the polynomial.
 *
 * @param {number} first
 * @param {number} second
 * @param {number} secondBytes The length of the second sequence.
 * @returns {number}
 */
export function combineCrc32(first, second, secondBytes) {
  let factor = 0x00800000;
  let product = first;
  for (let bytes = secondBytes; bytes > 0; bytes = Math.floor(bytes / 2)) {
    if (bytes % 2 === 1) product = multiplyModulo(factor, product);
    factor = multiplyModulo(factor, factor);
  }
  return (product ^ second) >>> 0;
}

/**
 * Polynomials over GF(2) with the coefficient of x^0 in the highest bit, as in the reflected CRC-32.
 *
 * @param {number} left
 * @param {number} right
 */
function multiplyModulo(left, right) {
  let product = 0;
  let power = right;
  for (let bit = 31; bit >= 0; bit--) {
    if ((left >>> bit) & 1) product ^= power;
    power = power & 1 ? (power >>> 1) ^ POLYNOMIAL : power >>> 1;
  }
  return product >>> 0;
}

/** @type {ChecksumAlgorithm[]} */
const ALGORITHMS = ['CRC32', 'SHA1', 'SHA256'];
const POLYNOMIAL = 0xedb88320;
const CHECKSUM_HEADER = /^x-amz-checksum-(\w+)$/;
const NOT_VALUES = ['x-amz-checksum-mode', 'x-amz-checksum-type', 'x-amz-checksum-algorithm'];
