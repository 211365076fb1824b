/** @import { Masker } from '../plan/field-plan.js' */

/**
 * Replaces each character with an asterisk. A character is a code point of UTF-8; an invalid byte counts as one.
 *
 * @param {Buffer} value
 * @param {number} keepLast How many characters at the end stay, if the value has more than that.
 * @returns {Buffer}
 */
function maskValue(value, keepLast) {
  let characters = 0;
  for (let position = 0; position < value.length; characters++) position += lengthAt(value, position);
  if (characters <= keepLast || keepLast === 0) return asterisks(characters);
  const masked = characters - keepLast;
  let kept = 0;
  for (let count = 0; count < masked; count++) kept += lengthAt(value, kept);
  const result = asterisks(masked + value.length - kept);
  for (let position = masked; kept < value.length; position++, kept++) result[position] = value[kept];
  return result;
}

/** @param {number} count */
function asterisks(count) {
  // Unlike `Buffer.alloc`, it does not allocate short ones one by one.
  return Buffer.allocUnsafe(count).fill(ASTERISK);
}

/**
 * Well-formed sequences are those of the Unicode Standard, table 3-7.
 *
 * @param {Buffer} bytes
 * @param {number} position
 * @returns {number} How many bytes the character has that begins here.
 */
function lengthAt(bytes, position) {
  const first = bytes[position];
  if (first < 0xc2 || first > 0xf4) return 1;
  const second = bytes[position + 1];
  if (first < 0xe0) return isContinuation(second) ? 2 : 1;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  // Behind the end, a byte is undefined and compares as false.
  if (!(second >= least && second <= most) || !isContinuation(bytes[position + 2])) return 1;
  if (first < 0xf0) return 3;
  return isContinuation(bytes[position + 3]) ? 4 : 1;
}

/** @param {number} byte */
function isContinuation(byte) {
  return byte >= 0x80 && byte <= 0xbf;
}

const ASTERISK = 0x2a;

/** @type {Masker} */
export const mask = Object.assign(maskValue, { substitute: ASTERISK });
