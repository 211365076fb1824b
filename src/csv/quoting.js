import { QUOTE } from './record-scanner.js';

/**
 * The value of a field: without its quotes, with doubled quotes made single.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string}
 */
export function fieldText(bytes, start, end) {
  if (start === end || bytes[start] !== QUOTE) return bytes.toString('utf8', start, end);
  return bytes.toString('utf8', start + 1, end - 1).replaceAll('""', '"');
}

/**
 * Puts a value into quotes and doubles the quotes in it.
 *
 * @param {Buffer} value In any charset.
 * @returns {Buffer}
 */
export function quote(value) {
  return Buffer.from(`"${value.toString('latin1').replaceAll('"', '""')}"`, 'latin1');
}
