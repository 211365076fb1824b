import { crc32 } from 'node:zlib';
import { fields } from '../../support/zip-fields.js';
import { writeZip } from '../../support/zip-writer.js';

/**
 * An archive whose only entry is the archive itself, so that recursive unpacking never ends. After Russ Cox, "Zip Files All
 * The Way Down" (2010): deflate as a language of two instructions, "print these bytes" and "repeat the last bytes", with a
 * program that prints the bytes before it, itself, and the bytes behind it.
 *
 * @param {string} name Of exactly 30 bytes, as the instructions require.
 * @returns {Buffer}
 */
export function makeQuine(name) {
  // The archive contains its own CRC-32. Each bit of that field flips a fixed set of bits of the actual CRC-32.
  const zero = crcWith(name, 0);
  const columns = Array.from({ length: 32 }, (_, bit) => crcWith(name, 2 ** bit) ^ zero ^ (1 << bit));
  return withCrc(name, solve(columns, zero));
}

/**
 * @param {string} name
 * @param {number} value
 */
function crcWith(name, value) {
  return crc32(withCrc(name, value)) | 0;
}

/**
 * @param {string} name
 * @param {number} value The CRC-32 in the headers.
 * @returns {Buffer}
 */
function withCrc(name, value) {
  let [raw, before, behind] = [EMPTY, EMPTY, EMPTY];
  // The first round only determines the sizes.
  for (let round = 0; round < 2; round++) {
    const size = before.length + raw.length + behind.length;
    const zip = writeZip([{ name, raw, size, crc32: value >>> 0 }]);
    before = zip.subarray(0, HEADER_BYTES);
    behind = zip.subarray(HEADER_BYTES + raw.length);
    raw = program(before, behind);
  }
  const size = before.length + raw.length + behind.length;
  return writeZip([{ name, raw, size, crc32: value >>> 0 }]);
}

/**
 * @param {Buffer} before
 * @param {Buffer} behind
 * @returns {Buffer} Inflates to `before`, itself and `behind`.
 */
function program(before, behind) {
  const end = repeatAtTheEnd(LAST_BYTES + behind.length);
  const first = print(before.length + 5);
  const last = print(end.length + behind.length);
  return Buffer.concat(
    [
      [first, before, first],
      [REPEAT_65],
      [PRINT_5, REPEAT_65],
      [PRINT_5, PRINT_5],
      [PRINT_20, REPEAT_65, PRINT_5, PRINT_5, PRINT_20],
      [REPEAT_20],
      [PRINT_20, REPEAT_20, PRINT_20, REPEAT_20, PRINT_20],
      [REPEAT_20],
      [PRINT_20, REPEAT_20, NOTHING, NOTHING, last],
      [REPEAT_20],
      [NOTHING, NOTHING],
      [last, end, behind],
      [end],
    ].flat(),
  );
}

/**
 * The header of a stored block.
 *
 * @param {number} length
 */
function print(length) {
  return fields([1, 0], [2, length], [2, ~length]);
}

/**
 * The last block: a match whose distance is its length, in fixed codes (RFC 1951, 3.2.6).
 *
 * @param {number} length 99 to 114.
 */
function repeatAtTheEnd(length) {
  return bits('1', '10', code(279), extra(length - 99, 4), distanceCode(13), extra(length - 97, 5), END_OF_BLOCK);
}

/**
 * @param {...string} parts Of zeros and ones, in the order of the stream.
 * @returns {Buffer}
 */
function bits(...parts) {
  const stream = parts.join('');
  const bytes = stream.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map(byte => Number.parseInt([...byte].reverse().join(''), 2)));
}

/**
 * Codes are packed from the highest bit (RFC 1951, 3.1.1).
 *
 * @param {number} symbol Of a length, 257 to 279.
 */
function code(symbol) {
  return (symbol - 256).toString(2).padStart(7, '0');
}

/** @param {number} symbol */
function distanceCode(symbol) {
  return symbol.toString(2).padStart(5, '0');
}

/**
 * Extra bits are packed from the lowest one.
 *
 * @param {number} value
 * @param {number} count
 */
function extra(value, count) {
  return [...value.toString(2).padStart(count, '0')].reverse().join('');
}

/**
 * Solves linear equations over bits by Gaussian elimination.
 *
 * @param {number[]} columns
 * @param {number} sum The XOR of the columns to be found.
 * @returns {number} A bit for each of those columns.
 */
function solve(columns, sum) {
  const rows = Array.from({ length: 32 }, (_, row) => ({
    known: columns.reduce((bits, column, index) => bits | (((column >>> row) & 1) << index), 0),
    right: (sum >>> row) & 1,
  }));
  for (let bit = 0; bit < 32; bit++) {
    const pivot = rows.findIndex((row, index) => index >= bit && ((row.known >>> bit) & 1) === 1);
    if (pivot === -1) throw new Error('there is no such CRC-32');
    [rows[bit], rows[pivot]] = [rows[pivot], rows[bit]];
    for (const [index, row] of rows.entries()) {
      if (index === bit || ((row.known >>> bit) & 1) === 0) continue;
      row.known ^= rows[bit].known;
      row.right ^= rows[bit].right;
    }
  }
  return rows.reduce((value, { right }, bit) => value | (right << bit), 0);
}

/** @type {Buffer} */
const EMPTY = Buffer.alloc(0);
const HEADER_BYTES = 60;
const END_OF_BLOCK = '0000000';
const NOTHING = print(0);
const PRINT_5 = print(5);
const PRINT_20 = print(20);
// All instructions are five bytes long. To fill them, this one has two matches of 10 bytes at distance 20,
const MATCH = [code(264), distanceCode(8), extra(20 - 17, 3)];
const REPEAT_20 = bits('0', '10', ...MATCH, ...MATCH, END_OF_BLOCK);
// and this one an empty block behind its match of 65 bytes.
const REPEAT_65 = bits(
  '0',
  '10',
  code(276),
  extra(65 - 59, 3),
  distanceCode(12),
  extra(0, 5),
  END_OF_BLOCK,
  '010',
  END_OF_BLOCK,
);
const LAST_BYTES = repeatAtTheEnd(99).length;
