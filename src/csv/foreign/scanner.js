import { afterMarks } from '../text/find-byte.js';
import { Search } from '../text/search.js';
import { BrokenWalks } from './broken-walks.js';
import { FieldRanges } from './field-ranges.js';
import { AT_LINE_END, BROKEN, FieldWalker, INCOMPLETE } from './field-walker.js';

/** @import { Dialect } from '../dialect.js' */

/**
 * What the scanner has moved to. `bad` is the line on which a record with a broken quote begins, `long` one over the limit, or
 * as much of it as is known.
 *
 * @typedef {'record' | 'comment' | 'bad' | 'long'} Found
 */

/**
 * Finds records and their fields in text of any dialect. One scanner serves all texts of an entry: `begin` sets the text, each
 * `next` moves on and puts what it found into the scanner's properties. All positions are offsets in the text.
 *
 * If the quotes of a record are broken, only the line on which it begins is bad, and the next line is read as if a record
 * began there. The same holds for a record of several lines that is longer than the limit. The time is linear in the length of
 * the text, because `BrokenWalks` remembers where earlier attempts have led.
 */
export class ForeignScanner {
  /**
   * @param {Dialect} dialect
   * @param {number} maxRecordBytes
   */
  constructor(dialect, maxRecordBytes) {
    const { spaces, comments } = dialect;
    this.maxRecordBytes = maxRecordBytes;
    this.comment = comments === null ? null : new Search(comments);
    /** The record's. */
    this.fields = new FieldRanges(spaces);
    this.near = new FieldWalker(dialect, this.fields);
    /** For a walk that goes on where an earlier one had to stop: that may be far ahead, and `near` would lose its hits. */
    this.far = new FieldWalker(dialect, this.fields);
    this.searches = this.near.searches;
    /** -1 if there is none. */
    this.quote = this.searches.quoteByte;
    this.delimiter = this.searches.delimiter;
    this.walks = new BrokenWalks();
    /** @type {Buffer} */
    this.text = Buffer.alloc(0);
    this.final = false;
    /** Where the record or line begins; and where it goes on behind byte order marks. */
    this.start = 0;
    this.content = 0;
    /** Where its last field ends, or the line. */
    this.end = 0;
    /** Where the next one begins. */
    this.after = 0;
    /** Whether the record has no quote of the dialect. Its fields are then only found by `findFields`. */
    this.isPlain = true;
    /**
     * What is wrong with a bad line.
     * @type {'csv/after-quote' | 'csv/unterminated-quote'}
     */
    this.fault = 'csv/after-quote';
  }

  /**
   * @param {Buffer} text Must begin with a record.
   * @param {boolean} final Whether the entry ends with this text: its last record then needs no line end.
   */
  begin(text, final) {
    this.text = text;
    this.final = final;
    this.after = 0;
    this.fields.begin(text);
    this.near.searches.begin(text, final);
    this.far.searches.begin(text, final);
    this.comment?.begin(text);
    this.walks.begin(text.length);
  }

  /**
   * @returns {Found | null} null if nothing follows but an incomplete record. `after` then remains where that begins.
   */
  next() {
    const { text, searches, maxRecordBytes } = this;
    const start = this.after;
    if (start === text.length) return null;
    this.start = start;
    this.content = afterMarks(text, start);
    if (this.content === text.length) {
      // Nothing but marks.
      if (this.final) this.after = text.length;
      return null;
    }
    if (!searches.findLineEnd(start)) return text.length - start > maxRecordBytes ? 'long' : null;
    const { lineEnd, lineAfter } = searches;
    if (lineAfter - start > maxRecordBytes) return 'long';
    /** @type {Found | null} */
    let found = 'record';
    this.isPlain = this.quote === -1 || searches.quote.at(start) >= lineEnd;
    if (this.comment?.isAt(this.content)) found = 'comment';
    else if (!this.isPlain) found = this.walk(start, lineAfter);
    if (found === null) return null;
    // `walk` has moved the line end to the end of the record.
    this.end = found === 'record' ? searches.lineEnd : lineEnd;
    this.after = found === 'record' ? searches.lineAfter : lineAfter;
    return found;
  }

  /** Finds the fields of a plain record. */
  findFields() {
    const { fields, delimiter, end } = this;
    fields.clear();
    for (let position = this.content; ; position += delimiter.length) {
      const from = position;
      position = Math.min(delimiter.at(from), end);
      fields.addPlain(from, position);
      if (position === end) return;
    }
  }

  /**
   * Walks through the fields of a record with quotes.
   *
   * @param {number} start
   * @param {number} firstLineAfter Where its second line begins, if it has one.
   * @returns {'record' | 'bad' | null}
   */
  walk(start, firstLineAfter) {
    const { walks, text, final, delimiter } = this;
    const limit = start + this.maxRecordBytes;
    walks.beginWalk();
    this.fields.clear();
    for (let position = this.content; ; position += delimiter.length) {
      const earlier = walks.visit(position);
      if (earlier?.fault) {
        this.fault = earlier.fault;
        walks.break(this.fault);
        return 'bad';
      }
      if (earlier !== null) position = earlier.field;
      const from = position;
      const walker = earlier === null ? this.near : this.far;
      position = walker.walk(from, earlier === null ? from : earlier.searched, limit);
      if (earlier !== null) earlier.searched = walker.searched;
      if (position === BROKEN) {
        this.fault = walker.fault;
        if (walker.searched >= firstLineAfter) walks.break(this.fault);
        return 'bad';
      }
      const isTooLong = position === AT_LINE_END ? walker.searches.lineAfter > limit : position > limit;
      if (position === INCOMPLETE && !final && text.length <= limit + delimiter.length) return null;
      if (position === INCOMPLETE || isTooLong) {
        this.fault = 'csv/unterminated-quote';
        walks.stop(from, walker.searched);
        return 'bad';
      }
      if (position !== AT_LINE_END) continue;
      // The fields that an earlier walk has visited are needed after all.
      if (walks.joined > 0) this.walkAgain(this.content);
      return 'record';
    }
  }

  /**
   * Finds the fields of a record that is sound.
   *
   * @param {number} start
   */
  walkAgain(start) {
    this.fields.clear();
    for (let position = start; position !== AT_LINE_END; ) {
      position = this.near.walk(position, position, Number.POSITIVE_INFINITY);
      if (position !== AT_LINE_END) position += this.delimiter.length;
    }
  }
}
