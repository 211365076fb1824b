import { CR, LF, QUOTE } from './find-byte.js';

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
 * Makes the doubled quotes of a quoted value single.
 *
 * @param {Buffer} inner What stands between the enclosing quotes.
 * @returns {Buffer} The same one if it has no quotes.
 */
export function undoubled(inner) {
  if (!inner.includes(QUOTE)) return inner;
  return Buffer.from(inner.toString('latin1').replaceAll('""', '"'), 'latin1');
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

/**
 * Whether a value would be read differently without quotes. Many readers take a CR for a line end.
 *
 * @param {Buffer} value
 * @param {number} length How many bytes of it are meant.
 * @param {number} delimiter One byte.
 */
export function needsQuotes(value, length, delimiter) {
  if (value[0] === QUOTE) return length > 0;
  for (let position = 0; position < length; position++) {
    const byte = value[position];
    if (byte === delimiter || byte === LF || byte === CR) return true;
  }
  return false;
}

/**
 * Writes a text that the recipe gives, with quotes where any reader might need them.
 *
 * @param {Buffer} value
 * @param {number} delimiter One byte.
 * @returns {Buffer}
 */
export function quotedIfSpecial(value, delimiter) {
  return [delimiter, QUOTE, CR, LF].some(byte => value.includes(byte)) ? quote(value) : value;
}
