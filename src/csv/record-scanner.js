/**
 * Finds records and their fields in a block of CSV bytes as RFC 4180 (section 2) defines them, with LF or CRLF line
 * ends. A quote at the start of a field encloses delimiters, newlines and doubled quotes; a quote anywhere else in a
 * field is a plain character.
 *
 * One scanner serves all blocks of an entry: `begin()` sets the block, each `next()` moves to the next record and puts
 * the positions of the record and its fields into the scanner's properties, so that a record costs no allocation.
 * All positions are offsets in the block.
 *
 * The scanner searches ahead for the next newline, quote and delimiter, and keeps a hit beyond the record's end for the
 * records that follow. So plain records are searched once for each of the three.
 */
export class RecordScanner {
  /**
   * @param {number} delimiter One byte.
   * @param {number} maxFields How many field ends to store per record. Further fields are only counted.
   */
  constructor(delimiter, maxFields) {
    this.delimiter = delimiter;
    /** Where each field ends (exclusive). */
    this.ends = new Int32Array(maxFields);
    this.fieldCount = 0;
    /** Where the record begins. */
    this.start = 0;
    /** Where its last field ends. */
    this.end = 0;
    /** Where the next record begins: after the LF or CRLF, if there is one. */
    this.after = 0;
    /**
     * What is wrong with the record's quotes.
     * @type {null | 'csv/after-quote' | 'csv/unterminated-quote'}
     */
    this.fault = null;
    /** @type {Buffer} */
    this.bytes = Buffer.alloc(0);
    this.final = false;
    /** The next hit of each search; the block's length if there is none. A hit before the record is outdated. */
    this.nextDelimiter = 0;
    this.nextNewline = 0;
    this.nextQuote = 0;
  }

  /**
   * @param {Buffer} bytes Must begin with a record.
   * @param {boolean} final Whether the entry ends with this block: its last record then needs no newline.
   */
  begin(bytes, final) {
    this.bytes = bytes;
    this.final = final;
    this.start = 0;
    this.after = 0;
    this.nextDelimiter = -1;
    this.nextNewline = -1;
    this.nextQuote = -1;
  }

  /**
   * Moves to the next complete record. If there is none, `after` remains at the start of the incomplete one.
   *
   * @returns {boolean} Whether there was one.
   */
  next() {
    const { bytes } = this;
    const start = this.after;
    if (start >= bytes.length) return false;
    if (this.nextNewline < start) this.nextNewline = find(bytes, LF, start);
    if (this.nextQuote < start) this.nextQuote = find(bytes, QUOTE, start);
    if (this.nextQuote < this.nextNewline) return this.nextQuoted(start);

    const newline = this.nextNewline;
    if (newline === bytes.length && !this.final) return false;
    const end = newline > start && newline < bytes.length && bytes[newline - 1] === CR ? newline - 1 : newline;

    const { ends, delimiter } = this;
    let count = 0;
    let position = this.nextDelimiter < start ? find(bytes, delimiter, start) : this.nextDelimiter;
    while (position < end) {
      if (count < ends.length) ends[count] = position;
      count += 1;
      position = find(bytes, delimiter, position + 1);
    }
    this.nextDelimiter = position;
    this.fault = null;
    this.setRecord(start, end, newline + 1, count);
    return true;
  }

  /**
   * Moves to the next complete record that is not an empty line.
   *
   * @returns {boolean} Whether there was one.
   */
  nextFilled() {
    while (this.next()) {
      if (this.end > this.start) return true;
    }
    return false;
  }

  /**
   * `next` for a record with a quote before its first newline: goes field by field.
   *
   * @param {number} start
   * @returns {boolean}
   */
  nextQuoted(start) {
    const { bytes, ends, delimiter, final } = this;
    const { length } = bytes;
    /** @type {typeof this.fault} */
    let fault = null;
    let count = 0;
    let position = start;
    for (;;) {
      if (bytes[position] === QUOTE) {
        position = afterClosingQuote(bytes, position);
        if (position > length) {
          if (!final) return false;
          fault = 'csv/unterminated-quote';
          position = length;
          break;
        }
        if (position < length && !endsField(bytes, position, delimiter)) fault = 'csv/after-quote';
      }
      if (this.nextDelimiter < position) this.nextDelimiter = find(bytes, delimiter, position);
      if (this.nextNewline < position) this.nextNewline = find(bytes, LF, position);
      if (this.nextNewline < this.nextDelimiter || this.nextDelimiter === length) {
        position = this.nextNewline;
        break;
      }
      if (count < ends.length) ends[count] = this.nextDelimiter;
      count += 1;
      position = this.nextDelimiter + 1;
    }
    if (position === length && !final) return false;
    const end = position > start && position < length && bytes[position - 1] === CR ? position - 1 : position;
    this.fault = fault;
    this.setRecord(start, end, position + 1, count);
    return true;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {number} after
   * @param {number} delimiters How many delimiters the record has.
   */
  setRecord(start, end, after, delimiters) {
    if (delimiters < this.ends.length) this.ends[delimiters] = end;
    this.fieldCount = delimiters + 1;
    this.start = start;
    this.end = end;
    this.after = Math.min(after, this.bytes.length);
  }

  /**
   * @param {number} index A field of the record, from 0.
   * @returns {number} Where it begins.
   */
  fieldStart(index) {
    return index === 0 ? this.start : this.ends[index - 1] + 1;
  }
}

export const QUOTE = 0x22;
export const LF = 0x0a;
export const CR = 0x0d;

/**
 * Finds a byte at or after `from`. The first few bytes are compared here: for short fields, calling `indexOf` costs more
 * than the search itself.
 *
 * @param {Buffer} bytes
 * @param {number} byte
 * @param {number} from
 * @returns {number} The length if there is none.
 */
function find(bytes, byte, from) {
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
 * @param {number} opening The position of the opening quote.
 * @returns {number} The position after the closing quote; greater than the length if the quote is never closed.
 */
function afterClosingQuote(bytes, opening) {
  let position = opening + 1;
  for (;;) {
    const quote = find(bytes, QUOTE, position);
    if (quote === bytes.length) return quote + 1;
    if (bytes[quote + 1] !== QUOTE) return quote + 1;
    position = quote + 2;
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} position
 * @param {number} delimiter
 * @returns {boolean} Whether a delimiter or a newline is there.
 */
function endsField(bytes, position, delimiter) {
  const byte = bytes[position];
  return byte === delimiter || byte === LF || (byte === CR && bytes[position + 1] === LF);
}

const NEAR_BYTES = 16;
