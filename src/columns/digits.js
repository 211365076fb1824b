/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} The position of the first byte that is no ASCII digit; `end` if all are.
 */
export function digitsEnd(bytes, start, end) {
  while (start < end && isDigit(bytes[start])) start += 1;
  return start;
}

/**
 * @param {number} byte
 * @returns {boolean}
 */
export function isDigit(byte) {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end Digits only, at most 15.
 * @returns {number}
 */
export function numberOf(bytes, start, end) {
  let number = 0;
  for (; start < end; start++) number = number * 10 + bytes[start] - 0x30;
  return number;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} position
 * @returns {number} NaN if they are no digits.
 */
export function twoDigits(bytes, position) {
  if (!isDigit(bytes[position]) || !isDigit(bytes[position + 1])) return Number.NaN;
  return numberOf(bytes, position, position + 2);
}
