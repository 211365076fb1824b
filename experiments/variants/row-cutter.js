/**
 * @typedef {object} Row
 * @property {string[]} fields As they stand, with their quotes.
 * @property {'' | '\n' | '\r\n'} newline
 * @property {boolean} isBroken Whether there is something wrong with its quotes.
 */

/**
 * Makes rows of lines. A quote that begins a field may go on over several lines.
 */
export class RowCutter {
  /** @param {string} delimiter */
  constructor(delimiter) {
    this.delimiter = delimiter;
    /**
     * The beginning of a field whose quote is still open.
     * @type {string | null}
     */
    this.open = null;
    /** @type {string[]} */
    this.fields = [];
    this.isBroken = false;
  }

  /**
   * @param {string} line Without its LF.
   * @param {'\n' | ''} lineFeed What is behind it: nothing at the entry's end.
   * @returns {Row | null} null where a quote is still open, and at the end where nothing is left.
   */
  cut(line, lineFeed) {
    const isCrLf = lineFeed === '\n' && line.endsWith('\r');
    /** @type {Row['newline']} */
    const newline = isCrLf ? '\r\n' : lineFeed;
    const text = isCrLf ? line.slice(0, -1) : line;
    if (this.open === null) {
      if (text === '' && newline === '') return null;
      if (!text.includes('"')) return { fields: text.split(this.delimiter), newline, isBroken: false };
    }
    this.cutQuoted(text);
    if (this.open !== null) {
      if (newline !== '') {
        this.open += newline;
        return null;
      }
      this.fields.push(this.open);
      this.isBroken = true;
    }
    const row = { fields: this.fields, newline, isBroken: this.isBroken };
    this.open = null;
    this.fields = [];
    this.isBroken = false;
    return row;
  }

  /** @param {string} text */
  cutQuoted(text) {
    for (let start = 0; ; ) {
      let from = start;
      if (this.open !== null || text[start] === '"') {
        from = behindClosingQuote(text, this.open === null ? start + 1 : start);
        if (from === -1) {
          this.open = (this.open ?? '') + text.slice(start);
          return;
        }
        if (from < text.length && text[from] !== this.delimiter) this.isBroken = true;
      }
      const end = text.indexOf(this.delimiter, from);
      this.fields.push((this.open ?? '') + text.slice(start, end === -1 ? text.length : end));
      this.open = null;
      if (end === -1) return;
      start = end + 1;
    }
  }
}

/**
 * @param {string} text
 * @param {number} from
 * @returns {number} -1 where there is none.
 */
function behindClosingQuote(text, from) {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 2)) {
    if (text[quote + 1] !== '"') return quote + 1;
  }
  return -1;
}

/**
 * @param {string} value
 * @returns {string} In quotes, those that it holds doubled.
 */
export function quote(value) {
  return `"${value.replaceAll('"', '""')}"`;
}
