/**
 * @param {Uint8Array} bytes UTF-8.
 * @param {number} start
 * @param {number} end
 * @returns {number} Where the value begins without the white space in front of it: `end` if it has nothing else.
 */
export function trimmedStart(bytes, start, end) {
  let position = start;
  while (position < end) {
    const byte = bytes[position];
    if (byte < 0x80) {
      if (!isAsciiSpace(byte)) break;
      position += 1;
    } else {
      const length = lengthOfSpace(bytes, position, end);
      if (length === 0) break;
      position += length;
    }
  }
  return position;
}

/**
 * @param {Uint8Array} bytes UTF-8.
 * @param {number} start
 * @param {number} end
 * @returns {number} Where the value ends without the white space behind it: `start` if it has nothing else.
 */
export function trimmedEnd(bytes, start, end) {
  let position = end;
  while (position > start) {
    const byte = bytes[position - 1];
    if (byte < 0x80) {
      if (!isAsciiSpace(byte)) break;
      position -= 1;
    } else if (position - start >= 2 && lengthOfSpace(bytes, position - 2, position) === 2) {
      position -= 2;
    } else if (position - start >= 3 && lengthOfSpace(bytes, position - 3, position) === 3) {
      position -= 3;
    } else {
      break;
    }
  }
  return position;
}

/** @param {number} byte */
function isAsciiSpace(byte) {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/**
 * The white space of ECMAScript beyond ASCII (`WhiteSpace` and `LineTerminator`, sections 12.2 and 12.3).
 *
 * @param {Uint8Array} bytes
 * @param {number} position
 * @param {number} end
 * @returns {0 | 2 | 3} How many bytes the white space has that begins here; 0 for none.
 */
function lengthOfSpace(bytes, position, end) {
  const left = end - position;
  if (left < 2) return 0;
  const second = bytes[position + 1];
  const third = left > 2 ? bytes[position + 2] : 0;
  switch (bytes[position]) {
    case 0xc2: // U+00A0
      return second === 0xa0 ? 2 : 0;
    case 0xe1: // U+1680
      return second === 0x9a && third === 0x80 ? 3 : 0;
    case 0xe2: // U+2000 to U+200A, U+2028, U+2029, U+202F; U+205F
      if (second === 0x81) return third === 0x9f ? 3 : 0;
      if (second !== 0x80) return 0;
      return (third >= 0x80 && third <= 0x8a) || third === 0xa8 || third === 0xa9 || third === 0xaf ? 3 : 0;
    case 0xe3: // U+3000
      return second === 0x80 && third === 0x80 ? 3 : 0;
    case 0xef: // U+FEFF
      return second === 0xbb && third === 0xbf ? 3 : 0;
    default:
      return 0;
  }
}
