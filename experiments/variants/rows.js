/**
 * @typedef {object} Row
 * @property {string[]} fields Unparsed, with their quotes.
 * @property {'' | '\n' | '\r\n'} newline
 * @property {boolean} isBroken Whether its quotes are malformed.
 */

/** Makes rows from lines. A quoted field may span several lines. */
export class RowCutter {
  /** @param {string} delimiter */
  constructor(delimiter) {
    this.delimiter = delimiter;
    /** @type {string | null} The beginning of a field whose closing quote is missing so far. */
    this.open = null;
    /** @type {string[]} The fields before it. */
    this.fields = [];
    this.isBroken = false;
  }

  /**
   * @param {string} line
   * @param {'' | '\n'} lineFeed After the line; empty at the entry's end.
   * @returns {Row | null} null while a quote is open, and for an empty rest at the end.
   */
  cut(line, lineFeed) {
    const isCrLf = lineFeed === '\n' && line.endsWith('\r');
    const text = isCrLf ? line.slice(0, -1) : line;
    /** @type {Row['newline']} */
    const newline = isCrLf ? '\r\n' : lineFeed;
    if (this.open === null) {
      if (text === '' && newline === '') return null;
      if (!text.includes('"')) return { fields: text.split(this.delimiter), newline, isBroken: false };
    }
    this.cutQuoted(text);
    if (this.open !== null) {
      this.open += newline;
      if (newline !== '') return null;
      this.fields.push(this.open);
      this.isBroken = true;
    }
    const { fields, isBroken } = this;
    this.open = null;
    this.fields = [];
    this.isBroken = false;
    return { fields, newline, isBroken };
  }

  /** @param {string} text */
  cutQuoted(text) {
    for (let start = 0, end = 0; end !== -1; start = end + 1) {
      let from = start;
      if (this.open !== null || text[start] === '"') {
        from = behindClosingQuote(text, this.open === null ? start + 1 : start);
        if (from === 0) {
          this.open = (this.open ?? '') + text.slice(start);
          return;
        }
        if (from < text.length && text[from] !== this.delimiter) this.isBroken = true;
      }
      end = text.indexOf(this.delimiter, from);
      this.fields.push((this.open ?? '') + text.slice(start, end === -1 ? text.length : end));
      this.open = null;
    }
  }
}

/**
 * @param {string} text
 * @param {number} from
 * @returns {number} 0 if there is none.
 */
function behindClosingQuote(text, from) {
  let quote = text.indexOf('"', from);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote + 1;
}
