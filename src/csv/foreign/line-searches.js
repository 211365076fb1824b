import { endsWithCrlf } from '../dialect.js';
import { CR, LF } from '../text/find-byte.js';
import { Search } from '../text/search.js';

/** @import { Dialect } from '../dialect.js' */

/**
 * Looks for what ends fields and lines in a text of any dialect: delimiters, quotes and line ends. Each search keeps a hit that
 * lies ahead.
 */
export class LineSearches {
  /** @param {Dialect} dialect */
  constructor(dialect) {
    const { delimiter, quote, lineEnds } = dialect;
    this.delimiter = new Search(delimiter);
    /** -1 if there is none. */
    this.quoteByte = quote === 'none' ? -1 : quote.charCodeAt(0);
    this.quote = new Search(Math.max(this.quoteByte, 0));
    this.lf = new Search(LF);
    this.cr = new Search(CR);
    this.endsAtCr = lineEnds.includes('cr');
    this.endsWithCrlf = endsWithCrlf(dialect);
    /** @type {Buffer} */
    this.text = Buffer.alloc(0);
    this.final = false;
    /** What `findLineEnd` has found. */
    this.lineEnd = 0;
    this.lineAfter = 0;
  }

  /**
   * @param {Buffer} text
   * @param {boolean} final Whether the entry ends with this text.
   */
  begin(text, final) {
    this.text = text;
    this.final = final;
    for (const search of [this.delimiter, this.quote, this.lf, this.cr]) search.begin(text);
  }

  /**
   * Finds the next line end: `lineEnd` is where it is, `lineAfter` where the next line begins.
   *
   * @param {number} from
   * @returns {boolean} Whether there is one. The end of the entry is one.
   */
  findLineEnd(from) {
    const { text, final } = this;
    const lf = this.lf.at(from);
    if (this.endsAtCr) {
      const cr = this.cr.at(from);
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
   * Whether a delimiter or a line end is behind a quote.
   *
   * @param {number} position
   */
  endsField(position) {
    const { text } = this;
    if (this.delimiter.isAt(position) || text[position] === LF) return true;
    const isCut = this.final && this.endsWithCrlf && position + 1 === text.length;
    return text[position] === CR && (this.endsAtCr || isCut || text[position + 1] === LF);
  }

  /**
   * Whether more text is needed to know what is behind a quote.
   *
   * @param {number} position
   */
  isUndecided(position) {
    const { text } = this;
    if (this.final) return false;
    if (position === text.length || this.delimiter.isCutAt(position)) return true;
    return text[position] === CR && position + 1 === text.length;
  }
}
