import { E164_BYTES } from '../phone/e164-writer.js';
import { UNKNOWN } from '../phone/read-digits.js';
import { QUOTE } from './find-byte.js';
import { fieldText, needsQuotes, quote } from './quoting.js';

/** @import { E164Writer } from '../phone/e164-writer.js' */
/** @import { PhoneFormatter } from '../phone/formatter.js' */

/** Formats phone fields, one at a time. The result is in `bytes` until the next field is formatted. */
export class PhoneEditor {
  /**
   * @param {number} outputDelimiter One byte.
   * @param {{ formatted: number, unparsed: number }} counts Updated here.
   */
  constructor(outputDelimiter, counts) {
    this.outputDelimiter = outputDelimiter;
    this.counts = counts;
    /** @type {Buffer} */
    this.bytes = Buffer.alloc(0);
    this.e164 = Buffer.alloc(E164_BYTES);
  }

  /**
   * Formats a field into `bytes`, with quotes if it had them or needs them.
   *
   * @param {{ format: PhoneFormatter }} phone
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} The length of the result, or -1 if the field stays as it is.
   */
  format({ format }, bytes, start, end) {
    const isQuoted = bytes[start] === QUOTE && end > start;
    if (end - start === (isQuoted ? 2 : 0)) return -1;
    const { counts } = this;
    if (format === null) {
      counts.formatted += 1;
      const length = this.strip(bytes, start, end);
      if (length === end - start) return -1;
      return isQuoted || !needsQuotes(this.bytes, length, this.outputDelimiter) ? length : this.quoteBytes(length);
    }
    if (format.e164 !== undefined) {
      const length = this.writeE164(format.e164, bytes, start, end, isQuoted);
      if (length !== UNKNOWN) return length;
    }
    const text = fieldText(bytes, start, end);
    const formatted = format(text);
    if (formatted === null) {
      counts.unparsed += 1;
      return -1;
    }
    counts.formatted += 1;
    if (formatted === text) return -1;
    this.bytes = Buffer.from(formatted);
    const { length } = this.bytes;
    return isQuoted || needsQuotes(this.bytes, length, this.outputDelimiter) ? this.quoteBytes(length) : length;
  }

  /**
   * @param {E164Writer} writer
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {boolean} isQuoted
   * @returns {number} As for `format`, or `UNKNOWN` if the library must decide.
   */
  writeE164(writer, bytes, start, end, isQuoted) {
    const { counts, e164 } = this;
    const from = isQuoted ? start + 1 : start;
    const to = isQuoted ? end - 1 : end;
    const length = writer.write(bytes, from, to, e164);
    if (length === UNKNOWN) return UNKNOWN;
    if (length < 0) {
      counts.unparsed += 1;
      return -1;
    }
    counts.formatted += 1;
    if (length === to - from && startsWith(bytes, from, e164, length)) return -1;
    this.bytes = e164;
    return isQuoted || needsQuotes(e164, length, this.outputDelimiter) ? this.quoteBytes(length) : length;
  }

  /**
   * Copies a field into `bytes` without the characters that `"strip"` removes.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} The length of the result.
   */
  strip(bytes, start, end) {
    if (this.bytes.length < end - start) this.bytes = Buffer.alloc(end - start);
    const { bytes: replacement } = this;
    let length = 0;
    for (let position = start; position < end; position++) {
      const byte = bytes[position];
      replacement[length] = byte;
      length += IS_STRIPPED[byte] ^ 1;
    }
    return length;
  }

  /**
   * @param {number} length
   * @returns {number} The length in quotes.
   */
  quoteBytes(length) {
    this.bytes = quote(this.bytes.subarray(0, length));
    return this.bytes.length;
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @param {Buffer} expected
 * @param {number} length
 */
function startsWith(bytes, from, expected, length) {
  for (let index = 0; index < length; index++) {
    if (bytes[from + index] !== expected[index]) return false;
  }
  return true;
}

// 1 for ASCII white space and `x ( ) - .`
const IS_STRIPPED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[\sx().-]/.test(String.fromCharCode(byte)) && byte < 128),
);
