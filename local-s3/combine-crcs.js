import { POLYNOMIALS, toBytes } from './crc.js';

/** @typedef {import('./crc.js').CrcAlgorithm} CrcAlgorithm */

/**
 * Computes the CRC of two concatenated byte sequences from their CRCs (as zlib's crc32_combine does). Appending a zero byte
 * to a message multiplies its CRC by x^8 modulo the polynomial.
 *
 * @param {CrcAlgorithm} algorithm
 * @param {Buffer} first
 * @param {Buffer} second
 * @param {number} secondBytes The length of the second sequence.
 * @returns {Buffer}
 */
export function combineCrcs(algorithm, first, second, secondBytes) {
  const { polynomial, bits } = POLYNOMIALS[algorithm];
  let factor = 1n << BigInt(bits - 9);
  let product = toNumber(first);
  for (let bytes = secondBytes; bytes > 0; bytes = Math.floor(bytes / 2)) {
    if (bytes % 2 === 1) product = multiplyModulo(factor, product, polynomial, bits);
    factor = multiplyModulo(factor, factor, polynomial, bits);
  }
  return toBytes(product ^ toNumber(second), bits);
}

/**
 * Multiplies polynomials over GF(2), with the coefficient of x^0 in the highest bit, as in a reflected CRC.
 *
 * @param {bigint} left
 * @param {bigint} right
 * @param {bigint} polynomial
 * @param {number} bits
 */
function multiplyModulo(left, right, polynomial, bits) {
  let product = 0n;
  let power = right;
  for (let bit = BigInt(bits - 1); bit >= 0n; bit--) {
    if ((left >> bit) & 1n) product ^= power;
    power = power & 1n ? (power >> 1n) ^ polynomial : power >> 1n;
  }
  return product;
}

/** @param {Buffer} bytes */
function toNumber(bytes) {
  return BigInt(`0x${bytes.toString('hex')}`);
}
