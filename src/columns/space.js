/*
 * White space as Postgres's input functions skip it: what C's `isspace` takes in every locale.
 */

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} Where the value begins behind its white space; `end` if there is nothing else.
 */
export function withoutSpaceBefore(bytes, start, end) {
  while (start < end && isSpace(bytes[start])) start += 1;
  return start;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} Where the value ends in front of its white space; `start` if there is nothing else.
 */
export function withoutSpaceBehind(bytes, start, end) {
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  return end;
}

/**
 * @param {number} byte
 * @returns {boolean} Whether it is a space, or one of TAB, LF, VT, FF and CR.
 */
export function isSpace(byte) {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
