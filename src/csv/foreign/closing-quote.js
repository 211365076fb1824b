/** @import { Dialect } from '../dialect.js' */
/** @import { LineSearches } from './line-searches.js' */

/** Finds the quote that closes a field, as the dialect escapes the quotes within: doubled, with a backslash, or loosely. */
export class ClosingQuote {
  /**
   * @param {Dialect} dialect
   * @param {LineSearches} searches
   */
  constructor(dialect, searches) {
    this.quote = searches.quoteByte;
    this.hasBackslash = dialect.escape === 'backslash';
    this.hasDoubled = dialect.escape === 'double';
    this.isLoose = dialect.escape === 'loose';
    this.searches = searches;
    /** How far `find` knows that there is none. */
    this.searched = 0;
  }

  /**
   * @param {number} from Behind the opening quote, or behind an escaped one.
   * @param {number} limit
   * @returns {number} Where the closing quote is; -1 if it is not in the text or not within the limit.
   */
  find(from, limit) {
    const { text, quote: quotes, final } = this.searches;
    for (let position = from; ; ) {
      this.searched = position;
      const found = quotes.at(position);
      if (found === text.length || found >= limit) return -1;
      const isDoubled = this.hasDoubled && text[found + 1] === this.quote;
      if (isDoubled) {
        position = found + 2;
      } else if (this.hasBackslash && this.isEscaped(found, position)) {
        position = found + 1;
      } else if (this.isLoose && this.isPlain(found)) {
        position = found + 1;
      } else {
        // The text may be cut between two quotes.
        if (!this.hasBackslash && !final && found + 1 === text.length) return -1;
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
    const { text } = this.searches;
    let position = quote;
    while (position > from && text[position - 1] === BACKSLASH) position -= 1;
    return (quote - position) % 2 === 1;
  }

  /**
   * Whether neither a delimiter nor a line end follows a quote.
   *
   * @param {number} quote
   */
  isPlain(quote) {
    const { searches } = this;
    const next = quote + 1;
    return next < searches.text.length && !searches.isUndecided(next) && !searches.endsField(next);
  }
}

const BACKSLASH = 0x5c;
