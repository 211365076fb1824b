import { CR, LF } from '../records/record-scanner.js';

/**
 * @param {Buffer} bytes
 * @param {string} encoding
 * @returns {number} How many bytes the empty lines at the beginning take.
 */
export function emptyLinesBytes(bytes, encoding) {
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const zero = encoding === 'utf-16be' ? 0 : 1;
  const isAt = (/** @type {number} */ position, /** @type {number} */ byte) =>
    width === 1 ? bytes[position] === byte : bytes[position + 1 - zero] === byte && bytes[position + zero] === 0;
  let position = 0;
  for (;;) {
    if (isAt(position, LF)) position += width;
    else if (isAt(position, CR) && isAt(position + width, LF)) position += 2 * width;
    else return position;
  }
}

/** @param {Buffer} bytes */
export function countLines(bytes) {
  let lines = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines += 1;
  return lines;
}
