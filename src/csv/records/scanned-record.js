import { CR, endsField, find } from '../text/find-byte.js';

/**
 * The record that a `RecordScanner` stands at: where it and its fields begin and end, and what is wrong with its quotes.
 * All positions are offsets in the scanner's block.
 */
export class ScannedRecord {
  /**
   * @param {number} delimiter One byte.
   * @param {number} maxFields How many field ends to store. Further fields are only counted.
   */
  constructor(delimiter, maxFields) {
    this.delimiter = delimiter;
    /** Where each field ends (exclusive). */
    this.ends = new Int32Array(maxFields);
    this.fieldCount = 0;
    /** Where the record begins; and where its bytes do, which may be byte order marks first. */
    this.start = 0;
    this.lineStart = 0;
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
    this.bytes = NO_BYTES;
    /** Whether the entry is cut within a CRLF: its last byte is a CR that ends the last record. */
    this.isCutInLineEnd = false;
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

  /** Whether the LF of the record's line end lacks. */
  get isCut() {
    return this.isCutInLineEnd && this.after === this.bytes.length;
  }

  /**
   * @param {number} start
   * @param {number} newline
   * @returns {number} Where the last field of a record ends that has this newline.
   */
  lineEnd(start, newline) {
    const { bytes } = this;
    const mayFollowCr = newline < bytes.length || this.isCutInLineEnd;
    return newline > start && mayFollowCr && bytes[newline - 1] === CR ? newline - 1 : newline;
  }

  /** @param {number} position Behind a closing quote. */
  endsField(position) {
    const { bytes, delimiter } = this;
    return endsField(bytes, position, delimiter) || (this.isCutInLineEnd && position === bytes.length - 1);
  }

  /**
   * Takes a line for a record with a fault. Its quotes are plain characters, and each delimiter ends a field.
   *
   * @param {number} start
   * @param {number} newline
   * @param {Exclude<typeof this.fault, null>} fault
   * @returns {true}
   */
  setLine(start, newline, fault) {
    const end = this.lineEnd(start, newline);
    const line = this.bytes.subarray(0, end);
    let count = 0;
    for (let next = find(line, this.delimiter, start); next < end; next = find(line, this.delimiter, next + 1)) {
      if (count < this.ends.length) this.ends[count] = next;
      count += 1;
    }
    this.fault = fault;
    this.setRecord(start, end, newline + 1, count);
    return true;
  }
}

/** One for all: small entries come by the thousand. */
const NO_BYTES = Buffer.alloc(0);
