/**
 * Maps the records of translated text back to the entry.
 *
 * @typedef {object} Origin
 * @property {(start: number) => number} byteAt Where the record that begins there begins in the inflated entry.
 * @property {(start: number, after: number) => Buffer} raw The record's bytes in the entry.
 */

/**
 * @param {number} start In the block.
 * @param {number} position Where the block begins in the inflated entry.
 * @param {Origin | null} origin
 * @returns {number} Where a record begins in the inflated entry.
 */
export function byteOf(start, position, origin) {
  return origin === null ? position + start : origin.byteAt(start);
}
