/**
 * Finds records and their fields in a block of CSV bytes, as RFC 4180 (section 2) has them, with LF or CRLF: a quote
 * that begins a field encloses delimiters, newlines and doubled quotes; a quote elsewhere in a field is a plain
 * character. One object is used for all blocks of an entry; `next()` moves it from record to record and leaves where
 * the record and its fields are in its properties.
 *
 * The bytes of a record are looked at twice, both times by `indexOf` where the way is long: for its newline and for
 * its delimiters. What was found beyond the record's end is kept for the next one.
 */
export class RecordScanner {
  /**
   * @param {number} delimiter One byte.
   * @param {number} maxFields How many fields' ends are kept; more are counted, not kept.
   */
  constructor(delimiter, maxFields) {
    this.delimiter = delimiter;
    /** Where each field ends (exclusive), in the block. */
    this.ends = new Int32Array(maxFields);
    /** How many fields the record has. */
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
    this.nextDelimiter = 0;
    this.nextNewline = 0;
    this.nextQuote = 0;
  }

  /**
   * Begins a block at the start of a record.
   *
   * @param {Buffer} bytes
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
   * Moves to the next whole record. Where there is none, `after` stays where the broken-off record begins.
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
    this.finish(start, end, newline + 1, count);
    return true;
  }

  /**
   * Moves to the next whole record that is not an empty line.
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
   * What `next` does for a record that has a quote before its first newline, field by field.
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
    this.finish(start, end, position + 1, count);
    return true;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {number} after
   * @param {number} delimiters
   */
  finish(start, end, after, delimiters) {
    if (delimiters < this.ends.length) this.ends[delimiters] = end;
    this.fieldCount = delimiters + 1;
    this.start = start;
    this.end = end;
    this.after = Math.min(after, this.bytes.length);
  }

  /**
   * Where a field of the record begins.
   *
   * @param {number} index From zero, less than `fieldCount`.
   * @returns {number}
   */
  fieldStart(index) {
    return index === 0 ? this.start : this.ends[index - 1] + 1;
  }
}

export const QUOTE = 0x22;
export const LF = 0x0a;
export const CR = 0x0d;

/**
 * The first place of a byte at or after `from`, else the length. The first few bytes are looked at here: for short
 * fields the call of `indexOf` costs more than the search.
 *
 * @param {Buffer} bytes
 * @param {number} byte
 * @param {number} from
 * @returns {number}
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
 * @param {number} opening Where the opening quote is.
 * @returns {number} The place behind the closing quote; more than the length where there is none.
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
 * @returns {boolean}
 */
function endsField(bytes, position, delimiter) {
  const byte = bytes[position];
  return byte === delimiter || byte === LF || (byte === CR && bytes[position + 1] === LF);
}

const NEAR_BYTES = 16;
