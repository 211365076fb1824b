import { crc32 } from 'node:zlib';

/** @typedef {keyof typeof POLYNOMIALS} CrcAlgorithm */
/** @typedef {{ low: Uint32Array, high: Uint32Array }} Tables Eight tables of 256 entries each. */

/**
 * @param {string} name
 * @returns {name is CrcAlgorithm}
 */
export function isCrc(name) {
  return Object.hasOwn(POLYNOMIALS, name);
}

/**
 * @param {CrcAlgorithm} algorithm
 * @returns {{ update(chunk: Uint8Array): void, digest(): Buffer }}
 */
export function createCrc(algorithm) {
  return algorithm === 'CRC32' ? zlibCrc32() : slicedCrc(algorithm);
}

function zlibCrc32() {
  let value = 0;
  return {
    /** @param {Uint8Array} chunk */
    update(chunk) {
      value = crc32(chunk, value);
    },
    digest: () => toBytes(BigInt(value), 32),
  };
}

/**
 * Computes a CRC from eight bytes at a time ("slicing by 8"). AWS CLI v2 sends a CRC-64/NVME with every upload, and byte by
 * byte it would be the slowest part. A 32-bit CRC is computed as a 64-bit one whose upper half is 0.
 *
 * @param {CrcAlgorithm} algorithm
 */
function slicedCrc(algorithm) {
  const { bits } = POLYNOMIALS[algorithm];
  const { low, high } = tablesOf(algorithm);
  let lower = -1;
  let upper = bits === 64 ? -1 : 0;
  return {
    /** @param {Uint8Array} chunk */
    update(chunk) {
      const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const sliced = chunk.length - (chunk.length % 8);
      for (let at = 0; at < sliced; at += 8) {
        const one = lower ^ view.getInt32(at, true);
        const two = upper ^ view.getInt32(at + 4, true);
        const a = 0x700 + (one & 0xff);
        const b = 0x600 + ((one >>> 8) & 0xff);
        const c = 0x500 + ((one >>> 16) & 0xff);
        const d = 0x400 + (one >>> 24);
        const e = 0x300 + (two & 0xff);
        const f = 0x200 + ((two >>> 8) & 0xff);
        const g = 0x100 + ((two >>> 16) & 0xff);
        const h = two >>> 24;
        lower = at8(low, a, b, c, d, e, f, g, h);
        upper = at8(high, a, b, c, d, e, f, g, h);
      }
      for (let at = sliced; at < chunk.length; at++) {
        const index = (lower ^ /** @type {number} */ (chunk[at])) & 0xff;
        lower = ((lower >>> 8) | (upper << 24)) ^ Number(low[index]);
        upper = (upper >>> 8) ^ Number(high[index]);
      }
    },
    digest() {
      const value = (BigInt(upper >>> 0) << 32n) | BigInt(lower >>> 0);
      return toBytes(value ^ ((1n << BigInt(bits)) - 1n), bits);
    },
  };
}

/**
 * @param {Uint32Array} table
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 * @param {number} e
 * @param {number} f
 * @param {number} g
 * @param {number} h
 */
function at8(table, a, b, c, d, e, f, g, h) {
  const first = Number(table[a]) ^ Number(table[b]) ^ Number(table[c]) ^ Number(table[d]);
  return first ^ Number(table[e]) ^ Number(table[f]) ^ Number(table[g]) ^ Number(table[h]);
}

/**
 * @param {CrcAlgorithm} algorithm
 * @returns {Tables}
 */
function tablesOf(algorithm) {
  const made = TABLES.get(algorithm) ?? makeTables(POLYNOMIALS[algorithm].polynomial);
  TABLES.set(algorithm, made);
  return made;
}

/**
 * @param {bigint} polynomial
 * @returns {Tables}
 */
function makeTables(polynomial) {
  const low = new Uint32Array(8 * 256);
  const high = new Uint32Array(8 * 256);
  const first = Array.from({ length: 256 }, (_, byte) => {
    let value = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n;
    return value;
  });
  let table = first;
  for (let slice = 0; slice < 8; slice++) {
    for (const [index, value] of table.entries()) {
      low[slice * 256 + index] = Number(value & 0xffffffffn);
      high[slice * 256 + index] = Number(value >> 32n);
    }
    table = table.map(value => (value >> 8n) ^ /** @type {bigint} */ (first[Number(value & 0xffn)]));
  }
  return { low, high };
}

/**
 * @param {bigint} value
 * @param {number} bits
 */
export function toBytes(value, bits) {
  return Buffer.from(value.toString(16).padStart(bits / 4, '0'), 'hex');
}

// Reflected. https://reveng.sourceforge.io/crc-catalogue/all.htm
export const POLYNOMIALS = /** @type {const} */ ({
  CRC32: { polynomial: 0xedb88320n, bits: 32 },
  CRC32C: { polynomial: 0x82f63b78n, bits: 32 },
  CRC64NVME: { polynomial: 0x9a6c9329ac4bc9b5n, bits: 64 },
});

/** @type {Map<CrcAlgorithm, Tables>} */
const TABLES = new Map();
