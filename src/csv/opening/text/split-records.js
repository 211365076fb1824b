import { CUT, FieldEnds, UNCLOSED } from './field-ends.js';
import { fieldRanges } from './field-values.js';
import { NextPlace } from './next-place.js';
import { afterLine, behindMarks, lineEndLength } from './text-lines.js';

/** @import { Reading, SplitRecord } from './reading.js' */

/**
 * Splits text of any dialect into its records, without empty lines and comments. The time is linear in the length of the text.
 *
 * @param {string} text
 * @param {Reading} reading
 * @param {boolean} whole Whether the entry ends with the text. Otherwise a last record that is not complete is left out.
 * @param {number} [maxOpen] As for `readRecord`.
 * @returns {SplitRecord[]}
 */
export function splitRecords(text, reading, whole, maxOpen = OPEN_QUOTE_BYTES) {
  const { comments, cr } = reading;
  const walk = new RecordWalk(text, reading, whole, maxOpen);
  const records = [];
  for (let position = 0; position < text.length; ) {
    if (comments !== null && text.startsWith(comments, behindMarks(text, position))) {
      position = afterLine(text, position, cr);
      continue;
    }
    const record = walk.read(position);
    if (record === null) break;
    if (isFilled(text, record)) records.push(record);
    position = record.after;
  }
  return records;
}

/**
 * @param {string} text
 * @param {Pick<SplitRecord, 'start' | 'end'>} record
 * @returns {boolean} Whether it is not an empty line.
 */
export function isFilled(text, { start, end }) {
  return end > behindMarks(text, start);
}

/**
 * Reads the record that begins at `start`.
 *
 * @param {string} text
 * @param {number} start
 * @param {Reading} reading
 * @param {boolean} whole
 * @param {number} maxOpen If the text ends within quotes that are open for more characters than this, they are broken.
 * @returns {SplitRecord | null} null if the record is not complete.
 */
export function readRecord(text, start, reading, whole, maxOpen) {
  return new RecordWalk(text, reading, whole, maxOpen).read(start);
}

/**
 * Walks through the fields of records. A record with a broken quote costs its line, and the next walk begins with the next line;
 * where it arrives at a field that an earlier walk has passed, it fails in the same way. Lines without a quote are not walked
 * through: only their delimiters are counted.
 */
class RecordWalk {
  /**
   * @param {string} text
   * @param {Reading} reading
   * @param {boolean} whole
   * @param {number} maxOpen
   */
  constructor(text, reading, whole, maxOpen) {
    this.text = text;
    this.reading = reading;
    this.whole = whole;
    this.maxOpen = maxOpen;
    this.ends = new FieldEnds(text, reading);
    /**
     * How the walks through fields that begin on other lines than their record have failed.
     * @type {Map<number, number>}
     */
    this.failed = new Map();
    this.delimiters = new NextPlace(text, reading.delimiter);
    this.quotes = reading.quote === 'none' ? null : new NextPlace(text, reading.quote);
  }

  /**
   * @param {number} start
   * @returns {SplitRecord | null} null if the record is not complete.
   */
  read(start) {
    const { text, reading, whole, ends, failed } = this;
    const { length } = text;
    const newline = reading.cr ? -1 : text.indexOf('\n', start);
    const isPlain = newline !== -1 && (this.quotes === null || this.quotes.from(start) > newline);
    if (isPlain) return this.readPlain(start, newline);
    /** @type {number[]} */
    const visited = [];
    let lineEnd = -1;
    let quoted = 0;
    let width = 0;
    const content = behindMarks(text, start);
    for (let position = content; ; position += reading.delimiter.length) {
      const from = position;
      if (lineEnd === -1 && from > content) lineEnd = afterLine(text, start, reading.cr);
      if (lineEnd !== -1 && from >= lineEnd) visited.push(from);
      position = failed.get(from) ?? ends.endOf(from, length);
      if (position < 0) {
        if (!whole && (position === CUT || (position === UNCLOSED && length - start <= this.maxOpen))) return null;
        for (const field of visited) failed.set(field, position);
        return readLine(text, start, reading, whole);
      }
      width += 1;
      if (position > from && ends.openingQuote(from, length) !== -1) quoted += 1;
      if (position < length && text.startsWith(reading.delimiter, position)) continue;
      const lineEndBytes = lineEndLength(text, position, reading.cr);
      // A CR at the end of the text may be half of a CRLF.
      if (!whole && position + lineEndBytes >= length && text[length - 1] !== '\n') return null;
      const emptyLast = isEmpty(text, from, position, reading);
      return { start, end: position, after: position + lineEndBytes, width, quoted, sound: true, emptyLast };
    }
  }

  /**
   * @param {number} start
   * @param {number} newline The next one. No quote stands before it.
   * @returns {SplitRecord}
   */
  readPlain(start, newline) {
    const { text, reading, delimiters } = this;
    const { length } = reading.delimiter;
    let from = behindMarks(text, start);
    let width = 1;
    for (let found = delimiters.from(from); found < newline; found = delimiters.from(from)) {
      from = found + length;
      width += 1;
    }
    const end = newline > from && text.charCodeAt(newline - 1) === CR ? newline - 1 : newline;
    const emptyLast = isEmpty(text, from, end, reading);
    return { start, end, after: newline + 1, width, quoted: 0, sound: true, emptyLast };
  }
}

/**
 * Reads the line at `start` as a record with a broken quote.
 *
 * @param {string} text
 * @param {number} start
 * @param {Reading} reading
 * @param {boolean} whole
 * @returns {SplitRecord | null}
 */
export function readLine(text, start, reading, whole) {
  const after = afterLine(text, start, reading.cr);
  if (!whole && after === text.length && text[after - 1] !== '\n') return null;
  let end = after;
  if (text[end - 1] === '\n') end -= 1;
  if (end > start && text[end - 1] === '\r' && (reading.cr || end < after)) end -= 1;
  const line = text.slice(0, end);
  const fields = fieldRanges(new FieldEnds(line, reading), start, end);
  const last = fields[fields.length - 1];
  const emptyLast = isEmpty(line, last.from, last.to, reading);
  return { start, end, after, width: fields.length, quoted: 0, sound: false, emptyLast };
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {Reading} reading
 */
function isEmpty(text, from, to, { quote, spaces }) {
  if (from === to) return true;
  if (to - from === 2 && text[from] === quote && text[to - 1] === quote) return true;
  return spaces && text.slice(from, to).trim() === '';
}

const CR = 0x0d;
/** Quotes that are open for so long at the sample's end were never closed, rather than cut. */
const OPEN_QUOTE_BYTES = 16_384;
