import { createHash } from 'node:crypto';
import { createCrc, isCrc } from './crc.js';
import { notImplemented, S3Error } from './s3-error.js';
import { element } from './xml.js';

/** @typedef {import('./crc.js').CrcAlgorithm | 'SHA1' | 'SHA256'} ChecksumAlgorithm */
/** @typedef {{ update(chunk: Uint8Array): void, digest(): Buffer }} Hasher `digest` may be called once. */

/**
 * Supports the algorithms that clients use by default and S3's older ones. Newer ones are refused.
 *
 * @param {string} name
 * @returns {ChecksumAlgorithm}
 */
export function checksumAlgorithm(name) {
  const algorithm = CHECKSUM_ALGORITHMS.find(known => known === name.toUpperCase());
  if (algorithm === undefined) throw notImplemented(`the checksum algorithm ${name}`);
  return algorithm;
}

/**
 * @param {ChecksumAlgorithm} algorithm
 * @returns {string} The name of the header with such a checksum.
 */
export function checksumHeader(algorithm) {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/**
 * @param {{ algorithm: ChecksumAlgorithm, type?: string, value: string } | null} checksum
 * @returns {string[]} Its elements in the XML of an answer.
 */
export function checksumElements(checksum) {
  if (checksum === null) return [];
  const value = element(`Checksum${checksum.algorithm}`, checksum.value);
  return checksum.type === undefined ? [value] : [value, element('ChecksumType', checksum.type)];
}

/**
 * Finds the checksum of a request: in a header, or announced for the trailer.
 *
 * @param {Record<string, string | string[] | undefined>} headers
 * @returns {{ algorithm: ChecksumAlgorithm, value: string | null } | null} `value` is null if it follows in the
 *   trailer.
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
  return algorithm !== 'MD5' && isCrc(algorithm) ? createCrc(algorithm) : createHash(algorithm.toLowerCase());
}

/**
 * Computes a checksum of type COMPOSITE: the checksum of the parts' checksums, followed by their number.
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

/** @type {ChecksumAlgorithm[]} */
export const CHECKSUM_ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'];
const CHECKSUM_HEADER = /^x-amz-checksum-(\w+)$/;
const NOT_VALUES = ['x-amz-checksum-mode', 'x-amz-checksum-type', 'x-amz-checksum-algorithm'];
