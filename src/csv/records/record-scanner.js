import { afterMarks, CR, find, LF, QUOTE } from '../text/find-byte.js';
import { QuotePath } from './quote-path.js';
import { ScannedRecord } from './scanned-record.js';

/**
 * Finds records and their fields in a block of CSV bytes as RFC 4180 (section 2) defines them, with LF or CRLF line
 * ends. A quote at the start of a field encloses delimiters, newlines and doubled quotes; a quote anywhere else in a
 * field is a plain character.
 *
 * Where a quote is broken, only the line on which its record begins is taken for a record, and has a fault: bytes follow the
 * closing quote; or it is not closed before the entry ends, or the record reaches its limit.
 *
 * One scanner serves all blocks of an entry: `begin()` sets the block, each `next()` moves to the next record and puts
 * the positions of the record and its fields into the scanner's properties, so that a record costs no allocation.
 * All positions are offsets in the block.
 *
 * The scanner searches ahead for the next newline, quote and delimiter, and keeps a hit beyond the record's end for the
 * records that follow. So plain records are searched once for each of the three.
 */
export class RecordScanner extends ScannedRecord {
  /**
   * @param {number} delimiter One byte.
   * @param {number} maxFields How many field ends to store per record. Further fields are only counted.
   * @param {number} [maxRecordBytes] How long a record of several lines may be. One of one line is not limited here.
   */
  constructor(delimiter, maxFields, maxRecordBytes = Number.POSITIVE_INFINITY) {
    super(delimiter, maxFields);
    this.final = false;
    /** The next hit of each search; the block's length if there is none. A hit before the record is outdated. */
    this.nextDelimiter = 0;
    this.nextNewline = 0;
    this.nextQuote = 0;
    this.maxRecordBytes = maxRecordBytes;
    /** Hardly any entry has records of several lines. @type {QuotePath | null} */
    this.path = null;
    this.hasPathBegun = false;
  }

  /**
   * @param {Buffer} bytes Must begin with a record.
   * @param {boolean} final Whether the entry ends with this block: its last record then needs no newline.
   * @param {boolean} [endsAtCr] Whether a CR at the end of the block ends its last record.
   */
  begin(bytes, final, endsAtCr = false) {
    this.bytes = bytes;
    this.final = final;
    this.isCutInLineEnd = endsAtCr && bytes.length > 0 && bytes[bytes.length - 1] === CR;
    this.start = 0;
    this.after = 0;
    this.nextDelimiter = -1;
    this.nextNewline = -1;
    this.nextQuote = -1;
    this.hasPathBegun = false;
  }

  /**
   * Moves to the next complete record. If there is none, `after` remains at the start of the incomplete one.
   *
   * @returns {boolean} Whether there was one.
   */
  next() {
    const { bytes } = this;
    if (this.after >= bytes.length) return false;
    this.lineStart = this.after;
    const start = afterMarks(bytes, this.lineStart);
    if (start === bytes.length) {
      // Nothing but marks.
      if (this.final) this.after = start;
      return false;
    }
    if (this.nextNewline < start) this.nextNewline = find(bytes, LF, start);
    if (this.nextQuote < start) this.nextQuote = find(bytes, QUOTE, start);
    if (this.nextQuote < this.nextNewline) return this.nextQuoted(start);

    const newline = this.nextNewline;
    if (newline === bytes.length && !this.final) return false;
    const end = this.lineEnd(start, newline);

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
   * `next` for a record with a quote before its first newline: goes field by field.
   *
   * @param {number} start
   * @returns {boolean}
   */
  nextQuoted(start) {
    const { bytes } = this;
    const line = this.nextNewline;
    if (line === bytes.length && !this.final) return false;
    let count = 0;
    let position = start;
    for (;;) {
      if (bytes[position] === QUOTE) {
        const opening = position;
        position = this.afterClosingQuote(opening, line);
        if (position > line) return this.nextOverLines(start, line, opening, count);
        if (!this.endsField(position)) return this.setLine(start, line, 'csv/after-quote');
      }
      position = this.endField(position, count);
      count += 1;
      if (position >= line) break;
      position += 1;
    }
    this.fault = null;
    this.setRecord(start, this.lineEnd(start, line), line + 1, count - 1);
    return true;
  }

  /**
   * `nextQuoted` for a record whose first newline is in quotes.
   *
   * @param {number} start
   * @param {number} line Where the newline is.
   * @param {number} opening Where the quote is.
   * @param {number} count How many fields precede it.
   * @returns {boolean}
   */
  nextOverLines(start, line, opening, count) {
    const { bytes } = this;
    if (line === bytes.length) return this.setLine(start, line, 'csv/unterminated-quote');
    const newline = this.beginPath().endOf(this.lineStart, line, opening);
    if (newline === 'cut') return false;
    if (typeof newline === 'string') return this.setLine(start, line, newline);
    for (let position = opening; ; position += 1) {
      if (bytes[position] === QUOTE) position = this.afterClosingQuote(position, newline);
      position = this.endField(position, count);
      if (position >= newline) break;
      count += 1;
    }
    this.fault = null;
    this.setRecord(start, this.lineEnd(start, newline), newline + 1, count);
    return true;
  }

  /** @returns {QuotePath} Through this block. */
  beginPath() {
    this.path ??= new QuotePath(this.delimiter, this.maxRecordBytes);
    if (!this.hasPathBegun) this.path.begin(this.bytes, this.final, this.isCutInLineEnd);
    this.hasPathBegun = true;
    return this.path;
  }

  /**
   * @param {number} opening Where a quote opens a field.
   * @param {number} end
   * @returns {number} The position after the closing quote; greater than the end if it is not closed before.
   */
  afterClosingQuote(opening, end) {
    const { bytes } = this;
    let position = opening + 1;
    for (;;) {
      if (this.nextQuote < position) this.nextQuote = find(bytes, QUOTE, position);
      const quote = this.nextQuote;
      if (quote >= end) return end + 1;
      if (bytes[quote + 1] !== QUOTE) return quote + 1;
      position = quote + 2;
    }
  }

  /**
   * @param {number} position In a field, outside of its quotes.
   * @param {number} index Which field it is.
   * @returns {number} Where the next delimiter is; its position is stored as the end of the field.
   */
  endField(position, index) {
    if (this.nextDelimiter < position) this.nextDelimiter = find(this.bytes, this.delimiter, position);
    if (index < this.ends.length) this.ends[index] = this.nextDelimiter;
    return this.nextDelimiter;
  }
}

export { CR, LF, QUOTE } from '../text/find-byte.js';
