import { ClosingQuote } from './closing-quote.js';
import { SPACE, TAB } from './field-ranges.js';
import { LineSearches } from './line-searches.js';

/** @import { Dialect } from '../dialect.js' */
/** @import { FieldRanges } from './field-ranges.js' */

/** Walks through one field at a time: finds where it ends, or why that cannot be told. */
export class FieldWalker {
  /**
   * @param {Dialect} dialect
   * @param {FieldRanges} fields The fields found are added to them.
   */
  constructor(dialect, fields) {
    this.fields = fields;
    this.spaces = dialect.spaces;
    this.searches = new LineSearches(dialect);
    this.quote = this.searches.quoteByte;
    this.closing = new ClosingQuote(dialect, this.searches);
    /** How far the last field is known to have no closing quote. */
    this.searched = 0;
    /**
     * What is wrong with a broken field.
     * @type {'csv/after-quote' | 'csv/unterminated-quote'}
     */
    this.fault = 'csv/after-quote';
  }

  /**
   * Only for a record with a quote of the dialect.
   *
   * @param {number} from Where the field begins.
   * @param {number} searched Up to where it is known to have no closing quote.
   * @param {number} limit
   * @returns {number} Where the delimiter behind it is; or AT_LINE_END, BROKEN, INCOMPLETE.
   */
  walk(from, searched, limit) {
    const { searches, fields, closing } = this;
    const { text } = searches;
    const opening = this.spaces ? this.afterSpaces(from) : from;
    if (text[opening] !== this.quote) {
      this.searched = from;
      const delimiter = searches.delimiter.at(from);
      if (!searches.findLineEnd(from) && delimiter === text.length) return INCOMPLETE;
      const isLast = delimiter >= searches.lineEnd;
      fields.addPlain(from, isLast ? searches.lineEnd : delimiter);
      return isLast ? AT_LINE_END : delimiter;
    }
    const quote = closing.find(Math.max(opening + 1, searched), limit);
    this.searched = closing.searched;
    if (quote === -1) {
      this.fault = 'csv/unterminated-quote';
      return searches.final && text.length <= limit ? BROKEN : INCOMPLETE;
    }
    const end = this.spaces ? this.afterSpaces(quote + 1) : quote + 1;
    fields.add(opening, quote + 1);
    if (end > limit || searches.isUndecided(end)) return INCOMPLETE;
    if (searches.delimiter.isAt(end)) return end;
    if (searches.findLineEnd(end) && searches.lineEnd === end) return AT_LINE_END;
    this.fault = 'csv/after-quote';
    return BROKEN;
  }

  /**
   * @param {number} position
   * @returns {number}
   */
  afterSpaces(position) {
    const { text, delimiter } = this.searches;
    while ((text[position] === SPACE || text[position] === TAB) && !delimiter.isAt(position)) position += 1;
    return position;
  }
}

// What `walk` returns instead of a position.
export const AT_LINE_END = -1;
export const BROKEN = -2;
export const INCOMPLETE = -3;
