import { nativeDelimiter } from '../dialect.js';
import { CR, LF, QUOTE } from '../records/record-scanner.js';
import { Search } from '../text/search.js';
import { TextWriter } from './text-writer.js';

/** @import { Dialect } from '../dialect.js' */
/** @import { ForeignScanner } from './scanner.js' */

/**
 * Writes the records that a scanner finds as RFC 4180. Fields that were quoted stay quoted; others get quotes where they hold
 * the delimiter, a quote, CR or LF. A CR that ends a record becomes CRLF.
 */
export class Translator {
  /**
   * @param {Dialect} dialect
   * @param {ForeignScanner} scanner
   */
  constructor(dialect, scanner) {
    this.scanner = scanner;
    this.writer = new TextWriter();
    const delimiter = nativeDelimiter(dialect);
    this.delimiter = delimiter.charCodeAt(0);
    this.hasBackslash = dialect.escape === 'backslash';
    /** The dialect's own, which a backslash may escape within quotes. */
    this.inner = Buffer.from(dialect.delimiter);
    /** Whether a record without quotes and with LF or CRLF can be copied. */
    this.copiesRecords = delimiter === dialect.delimiter && !dialect.spaces;
    this.nativeQuotes = new Search(QUOTE);
    this.nativeDelimiters = new Search(this.delimiter);
    this.returns = new Search(CR);
    /** @type {Buffer} */
    this.text = Buffer.alloc(0);
    /** The range of the text that is to be copied next. */
    this.from = 0;
    this.to = 0;
    /** Where each record begins in the translation, and in the text. */
    this.starts = /** @type {number[]} */ ([]);
    this.sources = /** @type {number[]} */ ([]);
    /** Where the last one ends in the text: marks may follow that are no record. */
    this.after = 0;
  }

  /** @param {Buffer} text The one that the scanner has begun. */
  begin(text) {
    this.text = text;
    this.nativeQuotes.begin(text);
    this.nativeDelimiters.begin(text);
    this.returns.begin(text);
    this.clear();
  }

  /** Begins a new translation. */
  clear() {
    this.writer.clear();
    this.starts.length = 0;
    this.sources.length = 0;
    this.from = 0;
    this.to = 0;
  }

  /** Translates the record that the scanner has moved to. */
  add() {
    const { scanner, writer } = this;
    const { start, content, end, after, isPlain } = scanner;
    this.starts.push(writer.length + this.to - this.from);
    this.sources.push(start);
    this.after = after;
    if (isPlain && this.copiesRecords && !this.needsQuotes(content, end)) {
      this.addRange(content, after);
    } else {
      this.flush();
      if (isPlain) scanner.findFields();
      this.addFields();
      this.addRange(end, after);
    }
    if (after > start && this.text[after - 1] === CR && after > end) {
      this.flush();
      writer.writeByte(LF);
    }
  }

  addFields() {
    const { scanner, writer, text } = this;
    const { length } = writer;
    const { starts, ends, count } = scanner.fields;
    for (let index = 0; index < count; index++) {
      if (index > 0) writer.writeByte(this.delimiter);
      const start = starts[index];
      const end = ends[index];
      if (!scanner.isPlain && start < end && text[start] === scanner.quote) this.addQuoted(start + 1, end - 1);
      else if (this.needsQuotes(start, end) || this.holdsDelimiter(start, end)) this.addPlain(start, end);
      else writer.copy(text, start, end);
    }
    // Most readers skip an empty line, so a record must not become one.
    if (writer.length === length && scanner.end > scanner.content) this.addQuoted(0, 0);
  }

  /**
   * Writes the value between two quotes of the dialect.
   *
   * @param {number} start
   * @param {number} end
   */
  addQuoted(start, end) {
    const { text, writer, hasBackslash } = this;
    const { quote } = this.scanner;
    writer.reserve(2 * (end - start) + 2);
    const { buffer } = writer;
    let { length } = writer;
    buffer[length++] = QUOTE;
    for (let position = start; position < end; position++) {
      let byte = text[position];
      if (hasBackslash) {
        const next = text[position + 1];
        if (byte === BACKSLASH && position + 1 < end && this.isEscapable(next, position + 1, end)) {
          byte = next;
          position += 1;
        }
      } else if (byte === quote && text[position + 1] === quote && position + 1 < end) {
        position += 1;
      }
      buffer[length++] = byte;
      if (byte === QUOTE) buffer[length++] = QUOTE;
    }
    buffer[length++] = QUOTE;
    writer.length = length;
  }

  /**
   * Whether a backslash before a byte within quotes is no part of the value.
   *
   * @param {number} byte
   * @param {number} position Where it is.
   * @param {number} end
   */
  isEscapable(byte, position, end) {
    const { text, inner, scanner } = this;
    if (byte === scanner.quote || byte === BACKSLASH) return true;
    return (
      byte === inner[0] &&
      end - position >= inner.length &&
      inner.equals(text.subarray(position, position + inner.length))
    );
  }

  /**
   * Writes a value that had no quotes and needs them.
   *
   * @param {number} start
   * @param {number} end
   */
  addPlain(start, end) {
    const { text, writer } = this;
    writer.writeByte(QUOTE);
    for (let position = start; position < end; position++) {
      if (text[position] === QUOTE) writer.writeByte(QUOTE);
      writer.writeByte(text[position]);
    }
    writer.writeByte(QUOTE);
  }

  /**
   * Whether a range holds a quote of RFC 4180, or a CR.
   *
   * @param {number} start
   * @param {number} end
   */
  needsQuotes(start, end) {
    return this.nativeQuotes.at(start) < end || this.returns.at(start) < end;
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  holdsDelimiter(start, end) {
    if (this.copiesRecords) return false;
    return this.nativeDelimiters.at(start) < end;
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  addRange(start, end) {
    if (start !== this.to) {
      this.flush();
      this.from = start;
    }
    this.to = end;
  }

  /** @returns {Buffer} The translation so far; valid until the next change. */
  flush() {
    if (this.to > this.from) this.writer.copy(this.text, this.from, this.to);
    this.from = this.to;
    return this.writer.text;
  }
}

const BACKSLASH = 0x5c;
