import { CR, endsField, LF, QUOTE } from '../text/find-byte.js';
import { Search } from '../text/search.js';

/**
 * Finds the end of a record that has an open quote at the end of its first line, or what is wrong with its quotes.
 *
 * Where a quote is broken, only its line is bad, so the lines behind it are read again, and on each of them a quote may be
 * opened that leads as far as the first one did. Yet it takes linear time. All newlines of a record but its last one are in
 * quotes. So if two records are inside quotes at the same newline, they go on alike: the path of the first one is
 * remembered, and the second one follows it from its end. Two scans overlap on no more than a line.
 */
export class QuotePath {
  /**
   * @param {number} delimiter One byte.
   * @param {number} maxRecordBytes
   */
  constructor(delimiter, maxRecordBytes) {
    this.delimiter = delimiter;
    this.maxRecordBytes = maxRecordBytes;
    /** @type {Buffer} */
    this.bytes = Buffer.alloc(0);
    this.final = false;
    this.isCutInLineEnd = false;
    /** Each newline in [from, to) is in quotes. `to` is how far the path is known, `state` is where it stands there. */
    this.from = 0;
    this.to = 0;
    /** @type {'quoted' | 'plain' | 'begins' | 'broken'} */
    this.state = 'broken';
    this.delimiters = new Search(delimiter);
    this.newlines = new Search(LF);
    this.quotes = new Search(QUOTE);
  }

  /**
   * @param {Buffer} bytes
   * @param {boolean} final Whether the entry ends with them.
   * @param {boolean} isCutInLineEnd Whether their last one is a CR that ends a record.
   */
  begin(bytes, final, isCutInLineEnd) {
    this.bytes = bytes;
    this.final = final;
    this.isCutInLineEnd = isCutInLineEnd;
    this.from = 0;
    this.to = 0;
    for (const search of [this.delimiters, this.newlines, this.quotes]) search.begin(bytes);
  }

  /**
   * @param {number} start Where the record begins.
   * @param {number} line Where its first newline is.
   * @param {number} opening Where the quote is that is open there.
   * @returns {number | 'cut' | 'csv/after-quote' | 'csv/unterminated-quote'} The position of its last newline, or the bytes'
   *   length if the entry ends without one; `cut` if more bytes are needed.
   */
  endOf(start, line, opening) {
    if (line < this.from || line >= this.to) {
      this.to = opening + 1;
      this.state = 'quoted';
    }
    this.from = line;
    const limit = Math.min(this.bytes.length, start + this.maxRecordBytes);
    const isEnd = this.final && limit === this.bytes.length;
    while (this.state !== 'broken') {
      const end = this.state === 'quoted' ? this.leaveQuotes(limit, isEnd) : this.leaveField(limit, isEnd);
      if (end === null) continue;
      if (end !== -1) return end;
      return limit === this.bytes.length && !isEnd ? 'cut' : 'csv/unterminated-quote';
    }
    return 'csv/after-quote';
  }

  /**
   * @param {number} limit The bytes behind it are not looked at.
   * @param {boolean} isEnd Whether the entry ends there.
   * @returns {-1 | null} -1 if the quotes are not known to end before the limit.
   */
  leaveQuotes(limit, isEnd) {
    const { bytes, quotes } = this;
    let quote = quotes.at(this.to);
    while (quote + 1 < limit && bytes[quote + 1] === QUOTE) {
      this.to = quote + 2;
      quote = quotes.at(this.to);
    }
    this.to = Math.min(quote, limit);
    const after = quote + 1;
    if (quote >= limit) return -1;
    if (!isEnd && (after === limit || (after + 1 === limit && bytes[after] === CR))) return -1;
    const isEndOfRecord = after === limit || (this.isCutInLineEnd && isEnd && after === limit - 1);
    this.state = isEndOfRecord || endsField(bytes, after, this.delimiter) ? 'plain' : 'broken';
    this.to = after;
    return null;
  }

  /**
   * @param {number} limit
   * @param {boolean} isEnd
   * @returns {number | null} The end of the record; -1 if it is not known to end before the limit; null behind a delimiter.
   */
  leaveField(limit, isEnd) {
    const { bytes, to } = this;
    if (this.state === 'begins' && to < limit && bytes[to] === QUOTE) {
      this.state = 'quoted';
      this.to = to + 1;
      return null;
    }
    const next = Math.min(this.delimiters.at(to), this.newlines.at(to));
    if (next >= limit) {
      if (isEnd) return limit;
      if (limit > to) this.state = 'plain';
      this.to = limit;
      return -1;
    }
    if (bytes[next] === LF) return next;
    this.state = 'begins';
    this.to = next + 1;
    return null;
  }
}
