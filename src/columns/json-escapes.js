import { isDigit } from './digits.js';

/**
 * The escapes of a JSON string.
 *
 * @param {Uint8Array} bytes
 * @param {number} position Of a backslash.
 * @param {number} end
 * @param {boolean} isStrict Whether `\u0000` and lone surrogates are wrong.
 * @returns {number} How many bytes the escape has; 0 if it is none that is allowed.
 */
export function escapeLength(bytes, position, end, isStrict) {
  if (end - position < 2) return 0;
  if (bytes[position + 1] !== SMALL_U) return ESCAPED.includes(bytes[position + 1]) ? 2 : 0;
  const unit = unitAt(bytes, position, end);
  if (unit === NONE) return 0;
  if (!isStrict) return 6;
  if (unit === 0 || isLowSurrogate(unit)) return 0;
  if (!isHighSurrogate(unit)) return 6;
  const isEscape = bytes[position + 6] === BACKSLASH && bytes[position + 7] === SMALL_U;
  return isEscape && isLowSurrogate(unitAt(bytes, position + 6, end)) ? 12 : 0;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} position Of a backslash in front of a `u`.
 * @param {number} end
 * @returns {number} The UTF-16 code unit; NONE if it is not four digits.
 */
function unitAt(bytes, position, end) {
  if (end - position < 6) return NONE;
  let unit = 0;
  for (let index = 2; index < 6; index++) {
    const digit = hexDigit(bytes[position + index]);
    if (digit === NONE) return NONE;
    unit = unit * 16 + digit;
  }
  return unit;
}

/** @param {number} unit */
function isHighSurrogate(unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** @param {number} unit */
function isLowSurrogate(unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** @param {number} byte */
function hexDigit(byte) {
  if (isDigit(byte)) return byte - ZERO;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NONE;
}

const NONE = -1;
const ESCAPED = Buffer.from('"\\/bfnrt');
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
