/**
 * Finds a byte at or after `from`. The first few bytes are compared here: for short fields, calling `indexOf` costs more
 * than the search itself.
 *
 * @param {Buffer} bytes
 * @param {number} byte
 * @param {number} from
 * @returns {number} The length if there is none.
 */
export function find(bytes, byte, from) {
  const near = Math.min(from + NEAR_BYTES, bytes.length);
  for (let position = from; position < near; position++) {
    if (bytes[position] === byte) return position;
  }
  if (near === bytes.length) return near;
  const found = bytes.indexOf(byte, near);
  return found === -1 ? bytes.length : found;
}

/**
 * @param {Buffer} bytes
 * @param {number} position
 * @param {number} delimiter
 * @returns {boolean} Whether a delimiter or a newline is there, or the end.
 */
export function endsField(bytes, position, delimiter) {
  const byte = bytes[position];
  return byte === delimiter || byte === LF || (byte === CR && bytes[position + 1] === LF) || position >= bytes.length;
}

/**
 * Skips byte order marks in front of a record: files that are joined one behind the other each bring theirs.
 *
 * @param {Buffer} bytes
 * @param {number} position Where a record begins.
 * @returns {number} Behind the marks; the position itself if there is none.
 */
export function afterMarks(bytes, position) {
  while (bytes[position] === 0xef && bytes[position + 1] === 0xbb && bytes[position + 2] === 0xbf) position += 3;
  return position;
}

export const QUOTE = 0x22;
export const LF = 0x0a;
export const CR = 0x0d;
const NEAR_BYTES = 16;
