import { endsWithCrlf } from '../dialect.js';
import { afterMarks, CR, LF } from '../find-byte.js';
import { Search } from '../search.js';
import { BrokenWalks } from './broken-walks.js';

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
    const { delimiter, quote, spaces, lineEnds, comments } = dialect;
    this.maxRecordBytes = maxRecordBytes;
    this.spaces = spaces;
    this.hasBackslash = dialect.escape === 'backslash';
    this.hasDoubled = dialect.escape === 'double';
    this.isLoose = dialect.escape === 'loose';
    this.endsAtCr = lineEnds.includes('cr');
    this.endsWithCrlf = endsWithCrlf(dialect);
    this.comment = comments === null ? null : new Search(comments);
    /** -1 if there is none. */
    this.quote = quote === 'none' ? -1 : quote.charCodeAt(0);
    this.near = new Searches(delimiter, this.quote);
    /** For a walk that goes on where an earlier one had to stop: that may be far ahead, and `near` would lose its hits. */
    this.far = new Searches(delimiter, this.quote);
    /** One of the two. */
    this.searches = this.near;
    this.delimiter = this.near.delimiter;
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
    /** Where the record's fields begin and end, with their quotes, without space that is no part of them. */
    this.starts = /** @type {number[]} */ ([]);
    this.ends = /** @type {number[]} */ ([]);
    this.fieldCount = 0;
    /** How far `findClosing` knows that there is no closing quote. */
    this.searched = 0;
    /** What `findLineEnd` has found. */
    this.lineEnd = 0;
    this.lineAfter = 0;
  }

  /**
   * @param {Buffer} text Must begin with a record.
   * @param {boolean} final Whether the entry ends with this text: its last record then needs no line end.
   */
  begin(text, final) {
    this.text = text;
    this.final = final;
    this.after = 0;
    this.near.begin(text);
    this.far.begin(text);
    this.comment?.begin(text);
    this.walks.begin(text.length);
  }

  /**
   * @returns {Found | null} null if nothing follows but an incomplete record. `after` then remains where that begins.
   */
  next() {
    const { text, maxRecordBytes } = this;
    const start = this.after;
    if (start === text.length) return null;
    this.start = start;
    this.content = afterMarks(text, start);
    if (this.content === text.length) {
      // Nothing but marks.
      if (this.final) this.after = text.length;
      return null;
    }
    if (!this.findLineEnd(start)) return text.length - start > maxRecordBytes ? 'long' : null;
    const { lineEnd, lineAfter } = this;
    if (lineAfter - start > maxRecordBytes) return 'long';
    /** @type {Found | null} */
    let found = 'record';
    this.isPlain = this.quote === -1 || this.near.quote.at(start) >= lineEnd;
    if (this.comment?.isAt(this.content)) found = 'comment';
    else if (!this.isPlain) found = this.walk(start, lineAfter);
    if (found === null) return null;
    // `walk` has moved the line end to the end of the record.
    this.end = found === 'record' ? this.lineEnd : lineEnd;
    this.after = found === 'record' ? this.lineAfter : lineAfter;
    return found;
  }

  /** Finds the fields of a plain record. */
  findFields() {
    this.fieldCount = 0;
    for (let position = this.content; ; position += this.delimiter.length) {
      const from = position;
      position = Math.min(this.delimiter.at(from), this.end);
      this.addPlain(from, position);
      if (position === this.end) return;
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
    const { walks, text, final } = this;
    const limit = start + this.maxRecordBytes;
    walks.beginWalk();
    this.fieldCount = 0;
    for (let position = this.content; ; position += this.delimiter.length) {
      const earlier = walks.visit(position);
      if (earlier?.fault) {
        this.fault = earlier.fault;
        walks.break(this.fault);
        return 'bad';
      }
      if (earlier !== null) position = earlier.field;
      const from = position;
      if (earlier === null) {
        position = this.walkField(from, from, limit);
      } else {
        this.searches = this.far;
        position = this.walkField(from, earlier.searched, limit);
        this.searches = this.near;
        earlier.searched = this.searched;
      }
      if (position === BROKEN) {
        if (this.searched >= firstLineAfter) walks.break(this.fault);
        return 'bad';
      }
      const isTooLong = position === AT_LINE_END ? this.lineAfter > limit : position > limit;
      if (position === INCOMPLETE && !final && text.length <= limit + this.delimiter.length) return null;
      if (position === INCOMPLETE || isTooLong) {
        this.fault = 'csv/unterminated-quote';
        walks.stop(from, this.searched);
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
    this.fieldCount = 0;
    for (let position = start; position !== AT_LINE_END; ) {
      position = this.walkField(position, position, Number.POSITIVE_INFINITY);
      if (position !== AT_LINE_END) position += this.delimiter.length;
    }
  }

  /**
   * Finds the field at a position.
   *
   * @param {number} from
   * @param {number} searched Up to where it is known to have no closing quote.
   * @param {number} limit
   * @returns {number} Where the delimiter behind it is; or AT_LINE_END, BROKEN, INCOMPLETE.
   */
  walkField(from, searched, limit) {
    const { text, final } = this;
    const opening = this.spaces ? this.afterSpaces(from) : from;
    if (text[opening] !== this.quote) {
      this.searched = from;
      const delimiter = this.searches.delimiter.at(from);
      if (!this.findLineEnd(from) && delimiter === text.length) return INCOMPLETE;
      const isLast = delimiter >= this.lineEnd;
      this.addPlain(from, isLast ? this.lineEnd : delimiter);
      return isLast ? AT_LINE_END : delimiter;
    }
    const closing = this.findClosing(Math.max(opening + 1, searched), limit);
    if (closing === -1) {
      this.fault = 'csv/unterminated-quote';
      return final && text.length <= limit ? BROKEN : INCOMPLETE;
    }
    const end = this.spaces ? this.afterSpaces(closing + 1) : closing + 1;
    this.add(opening, closing + 1);
    if (end > limit || this.isUndecided(end)) return INCOMPLETE;
    if (this.delimiter.isAt(end)) return end;
    if (this.findLineEnd(end) && this.lineEnd === end) return AT_LINE_END;
    this.fault = 'csv/after-quote';
    return BROKEN;
  }

  /**
   * @param {number} from Behind the opening quote, or behind an escaped one.
   * @param {number} limit
   * @returns {number} Where the closing quote is; -1 if it is not in the text or not within the limit.
   */
  findClosing(from, limit) {
    const { text } = this;
    const { quote: quotes } = this.searches;
    for (let position = from; ; ) {
      this.searched = position;
      const found = quotes.at(position);
      if (found === text.length || found >= limit) return -1;
      const isDoubled = this.hasDoubled && text[found + 1] === this.quote;
      if (isDoubled) {
        position = found + 2;
      } else if (this.hasBackslash && this.isEscaped(found, position)) {
        position = found + 1;
      } else if (this.isLoose && this.isPlainQuote(found)) {
        position = found + 1;
      } else {
        // The text may be cut between two quotes.
        if (!this.hasBackslash && !this.final && found + 1 === text.length) return -1;
        this.searched = found;
        return found;
      }
    }
  }

  /**
   * @param {number} quote
   * @param {number} from No backslash before it counts.
   */
  isEscaped(quote, from) {
    let position = quote;
    while (position > from && this.text[position - 1] === BACKSLASH) position -= 1;
    return (quote - position) % 2 === 1;
  }

  /**
   * Whether neither a delimiter nor a line end follows a quote.
   *
   * @param {number} quote
   */
  isPlainQuote(quote) {
    const { text } = this;
    const next = quote + 1;
    if (next === text.length || this.isUndecided(next) || this.delimiter.isAt(next)) return false;
    if (text[next] === LF) return false;
    const isCut = this.final && this.endsWithCrlf && next + 1 === text.length;
    return text[next] !== CR || !(this.endsAtCr || isCut || text[next + 1] === LF);
  }

  /**
   * Whether more text is needed to know what follows a closing quote.
   *
   * @param {number} position
   */
  isUndecided(position) {
    const { text } = this;
    if (this.final) return false;
    if (position === text.length || this.delimiter.isCutAt(position)) return true;
    return text[position] === CR && position + 1 === text.length;
  }

  /**
   * Finds the next line end: `lineEnd` is where it is, `lineAfter` where the next line begins.
   *
   * @param {number} from
   * @returns {boolean} Whether there is one. The end of the entry is one.
   */
  findLineEnd(from) {
    const { text, final } = this;
    const lf = this.searches.lf.at(from);
    if (this.endsAtCr) {
      const cr = this.searches.cr.at(from);
      if (cr < lf) {
        const isAtEnd = cr + 1 === text.length;
        this.lineEnd = cr;
        this.lineAfter = text[cr + 1] === LF ? cr + 2 : cr + 1;
        // The text may be cut between CR and LF.
        if (!isAtEnd || final) return true;
        this.lineEnd = text.length;
        return false;
      }
    }
    const mayFollowCr = lf < text.length || (final && this.endsWithCrlf);
    this.lineEnd = lf > from && mayFollowCr && text[lf - 1] === CR ? lf - 1 : lf;
    this.lineAfter = Math.min(lf + 1, text.length);
    return lf < text.length || final;
  }

  /**
   * @param {number} position
   * @returns {number}
   */
  afterSpaces(position) {
    const { text, delimiter } = this;
    while ((text[position] === SPACE || text[position] === TAB) && !delimiter.isAt(position)) position += 1;
    return position;
  }

  /**
   * Adds a field without quotes.
   *
   * @param {number} start
   * @param {number} end
   */
  addPlain(start, end) {
    if (this.spaces) {
      const { text } = this;
      while (start < end && (text[start] === SPACE || text[start] === TAB)) start += 1;
      while (end > start && (text[end - 1] === SPACE || text[end - 1] === TAB)) end -= 1;
    }
    this.add(start, end);
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  add(start, end) {
    this.starts[this.fieldCount] = start;
    this.ends[this.fieldCount] = end;
    this.fieldCount += 1;
  }
}

/** Looks for what ends fields and records. */
class Searches {
  /**
   * @param {string} delimiter
   * @param {number} quote -1 if there is none.
   */
  constructor(delimiter, quote) {
    this.delimiter = new Search(delimiter);
    this.quote = new Search(Math.max(quote, 0));
    this.lf = new Search(LF);
    this.cr = new Search(CR);
  }

  /** @param {Buffer} text */
  begin(text) {
    for (const search of [this.delimiter, this.quote, this.lf, this.cr]) search.begin(text);
  }
}

// What `walkField` returns instead of a position.
const AT_LINE_END = -1;
const BROKEN = -2;
const INCOMPLETE = -3;

const BACKSLASH = 0x5c;
const SPACE = 0x20;
const TAB = 0x09;
