import { INVISIBLE_BEGINS, lengthOfInvisible } from '../../phone/invisible.js';
import { UNKNOWN } from '../../phone/read-digits.js';
import { QUOTE } from '../text/find-byte.js';
import { fieldText, needsQuotes, quote } from '../text/quoting.js';

/** @import { PhoneFormatter } from '../../phone/formatter.js' */
/** @import { PhoneWriter } from '../../phone/phone-writer.js' */

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
    this.bytes = NO_BYTES;
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
      const length = this.strip(bytes, start, end, Number(isQuoted));
      if (length === end - start) return -1;
      return isQuoted || !needsQuotes(this.bytes, length, this.outputDelimiter) ? length : this.quoteBytes(length);
    }
    if (format.writer !== undefined) {
      const length = this.write(format.writer, bytes, start, end, isQuoted);
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
   * @param {PhoneWriter} writer
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {boolean} isQuoted
   * @returns {number} As for `format`, or `UNKNOWN` if the library must decide.
   */
  write(writer, bytes, start, end, isQuoted) {
    const { counts } = this;
    const from = isQuoted ? start + 1 : start;
    const to = isQuoted ? end - 1 : end;
    const length = writer.write(bytes, from, to);
    if (length === UNKNOWN) return UNKNOWN;
    if (length < 0) {
      counts.unparsed += 1;
      return -1;
    }
    counts.formatted += 1;
    if (length === to - from && startsWith(bytes, from, writer.bytes, length)) return -1;
    this.bytes = writer.bytes;
    return isQuoted || needsQuotes(writer.bytes, length, this.outputDelimiter) ? this.quoteBytes(length) : length;
  }

  /**
   * Copies a field into `bytes` without the characters that `"strip"` removes: some of ASCII, and all that cannot be seen. An
   * apostrophe in front of the number goes too, by which spreadsheets keep it as text.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {number} [quotes] How many quotes stand before the value: 0 or 1.
   * @returns {number} The length of the result.
   */
  strip(bytes, start, end, quotes = 0) {
    if (this.bytes.length < end - start) this.bytes = Buffer.alloc(end - start);
    const { bytes: replacement } = this;
    let length = 0;
    for (let position = start; position < end; position++) {
      const byte = bytes[position];
      replacement[length] = byte;
      const kind = IS_STRIPPED[byte];
      const invisible = kind < MAY_BE_STRIPPED ? 0 : lengthOfInvisible(bytes, position, end);
      if (invisible === 0) length += Number(kind !== 1);
      else position += invisible - 1;
    }
    const isMarked = replacement[quotes] === APOSTROPHE && quotes + 1 < length && begins(replacement[quotes + 1]);
    if (!isMarked) return length;
    replacement.copyWithin(quotes, quotes + 1, length);
    return length - 1;
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

/**
 * @param {number} byte
 * @returns {boolean} Whether a number may begin with it.
 */
function begins(byte) {
  return byte === PLUS || (byte >= ZERO && byte <= NINE);
}

// 1 for ASCII white space and `x ( ) - .`, and MAY_BE_STRIPPED for the first byte of an invisible character.
const MAY_BE_STRIPPED = 2;
const IS_STRIPPED = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (INVISIBLE_BEGINS.includes(byte)) return MAY_BE_STRIPPED;
  return Number(/[\sx().-]/.test(String.fromCharCode(byte)) && byte < 128);
});
const [APOSTROPHE, PLUS, ZERO, NINE] = Buffer.from("'+09");
const NO_BYTES = Buffer.alloc(0);
