import { lineEndLength } from './text-lines.js';

/** @import { Reading } from './reading.js' */

/**
 * Finds where the fields of a text end. What a search for a closing quote has passed is remembered, so that the time for all
 * fields is linear in the length of the text, wherever they begin.
 */
export class FieldEnds {
  /**
   * @param {string} text
   * @param {Reading} reading
   */
  constructor(text, reading) {
    this.text = text;
    this.reading = reading;
    /**
     * Where a search that has come to a quote ends. Every `HOPS_APART`th quote of a search is kept.
     * @type {Map<number, number>}
     */
    this.known = new Map();
  }

  /**
   * @param {number} start
   * @param {number} limit Where the text or the record ends.
   * @returns {number} Where the field ends; negative if its quotes are broken.
   */
  endOf(start, limit) {
    const { text, reading } = this;
    const opening = this.openingQuote(start, limit);
    if (opening === -1) return this.plainEnd(start, limit);
    const closed = this.afterClosingQuote(opening);
    if (closed === -1 || closed > limit) return UNCLOSED;
    const end = reading.spaces ? this.afterSpaces(closed, limit) : closed;
    if (end === limit || text.startsWith(reading.delimiter, end) || lineEndLength(text, end, reading.cr) > 0)
      return end;
    const rest = limit === text.length ? text.slice(end, end + MAX_DELIMITER_BYTES) : '';
    return rest === '\r' || (rest !== '' && reading.delimiter.startsWith(rest)) ? CUT : AFTER_QUOTE;
  }

  /**
   * @param {number} start
   * @param {number} limit
   * @returns {number} Where the quote is that the field begins with; -1 if it has none.
   */
  openingQuote(start, limit) {
    const { quote, spaces } = this.reading;
    if (quote === 'none') return -1;
    const from = spaces ? this.afterSpaces(start, limit) : start;
    return from < limit && this.text[from] === quote ? from : -1;
  }

  /**
   * @param {number} start
   * @param {number} limit
   * @returns {number} Where a field without quotes ends.
   */
  plainEnd(start, limit) {
    const { text } = this;
    const { delimiter, cr } = this.reading;
    const first = delimiter.charCodeAt(0);
    let near = start + FEW_CHARACTERS;
    for (let position = start; position < limit; position++) {
      if (position >= near) {
        position = nextStop(text, position, first, cr);
        if (position >= limit) return limit;
        near = position + FEW_CHARACTERS;
      }
      const code = text.charCodeAt(position);
      if (code === LF) return position - Number(position > start && text.charCodeAt(position - 1) === CR);
      if (code === CR && cr) return position;
      if (code === first && (delimiter.length === 1 || text.startsWith(delimiter, position))) return position;
    }
    return limit;
  }

  /**
   * @param {number} opening Where the opening quote is.
   * @returns {number} -1 if the quotes are never closed.
   */
  afterClosingQuote(opening) {
    const { text, known } = this;
    const { quote } = this.reading;
    /** @type {number[]} */
    const passed = [];
    let after = -1;
    let hops = 0;
    for (let found = text.indexOf(quote, opening + 1); found !== -1; hops++) {
      const earlier = known.get(found);
      if (earlier !== undefined) {
        after = earlier;
        break;
      }
      if (hops % HOPS_APART === HOPS_APART - 1) passed.push(found);
      const skipped = this.skippedBy(found);
      if (skipped === 0) {
        after = found + 1;
        break;
      }
      found += skipped;
      // Of many quotes in a row, a search for each would take most of the time.
      if (text[found] !== quote) found = text.indexOf(quote, found);
    }
    for (const position of passed) known.set(position, after);
    return after;
  }

  /**
   * @param {number} found Where a quote is.
   * @returns {number} How many characters a search goes on behind; 0 if the quote closes the field.
   */
  skippedBy(found) {
    const { text } = this;
    const { quote, escape: escaping, delimiter, cr } = this.reading;
    if (escaping === 'double') return text[found + 1] === quote ? 2 : 0;
    if (escaping === 'loose') {
      const next = found + 1;
      return next < text.length && !text.startsWith(delimiter, next) && lineEndLength(text, next, cr) === 0 ? 1 : 0;
    }
    // No backslash stands before the first quote: it is the opening one.
    let slashes = found;
    while (text[slashes - 1] === '\\') slashes -= 1;
    return (found - slashes) % 2;
  }

  /**
   * @param {number} position
   * @param {number} limit
   */
  afterSpaces(position, limit) {
    const { text } = this;
    const { delimiter } = this.reading;
    while (position < limit && (text[position] === ' ' || (text[position] === '\t' && delimiter !== '\t')))
      position += 1;
    return position;
  }
}

/**
 * @param {string} text
 * @param {number} position
 * @param {number} delimiter Its first character.
 * @param {boolean} cr Whether a CR ends a record. Else it ends a field only before an LF, and many may stand together.
 * @returns {number} Where the next character is that may end a field: of a long one, a regular expression is faster than a loop.
 */
function nextStop(text, position, delimiter, cr) {
  const either = `[${cr ? '\\r' : ''}\\n\\x${delimiter.toString(16).padStart(2, '0')}]`;
  const stops = STOPS.get(either) ?? new RegExp(either, 'g');
  STOPS.set(either, stops);
  stops.lastIndex = position;
  return stops.test(text) ? stops.lastIndex - 1 : text.length;
}

/** By their sources. The delimiter's first character is one byte. @type {Map<string, RegExp>} */
const STOPS = new Map();
const FEW_CHARACTERS = 64;

const LF = 0x0a;
const CR = 0x0d;
export const UNCLOSED = -1;
const AFTER_QUOTE = -2;
/** The text ends after the closing quote, and perhaps within a delimiter or a CRLF. */
export const CUT = -3;
export const MAX_DELIMITER_BYTES = 32;
const HOPS_APART = 16;
