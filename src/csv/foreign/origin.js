import { CR, LF } from '../records/record-scanner.js';
import { countLineEnds, LineEnds } from './line-ends.js';

/** @import { Translator } from './translator.js' */

/**
 * Maps the records of decoded text back to the bytes of the entry. If they are asked for in ascending order, both are read only
 * once, and only as far as needed.
 */
export class TextOrigin {
  /**
   * @param {object} options
   * @param {Buffer} options.raw The entry's bytes, from the beginning of a record.
   * @param {Buffer} options.text The same, decoded; `raw` itself if it is UTF-8.
   * @param {string} options.encoding
   * @param {number} options.position Where `raw` begins in the entry.
   */
  constructor({ raw, text, encoding, position }) {
    this.bytes = raw;
    this.text = text;
    this.encoding = encoding;
    this.position = position;
    this.lineEnds = new LineEnds(raw, encoding);
    /** The last position that was asked for, in the text and in the entry's bytes; and the one before. */
    this.last = { text: 0, raw: 0 };
    this.lastButOne = this.last;
  }

  /**
   * @param {number} start Where a record begins in the text.
   * @returns {number} The same position in the inflated entry.
   */
  byteAt(start) {
    return this.position + this.rawAt(start);
  }

  /**
   * @param {number} start
   * @param {number} after Where the next record begins.
   * @returns {Buffer} The entry's bytes.
   */
  raw(start, after) {
    return this.bytes.subarray(this.rawAt(start), this.rawAt(after));
  }

  /** @param {number} position */
  rawAt(position) {
    const { bytes, text, last, lastButOne } = this;
    if (bytes === text) return position;
    if (position === last.text) return last.raw;
    if (position === lastButOne.text) return lastButOne.raw;
    if (position < last.text) {
      this.lineEnds = new LineEnds(bytes, this.encoding);
      this.last = { text: 0, raw: 0 };
    }
    const lineEnds = countLineEnds(text.subarray(this.last.text, position));
    const passed = this.lineEnds.pass(lineEnds);
    const isWithoutLineEnd = position === text.length && text[position - 1] !== LF && text[position - 1] !== CR;
    this.lastButOne = this.last;
    this.last = { text: position, raw: isWithoutLineEnd ? bytes.length : passed };
    return this.last.raw;
  }

  /**
   * @param {number} after Where the text ends that has been used.
   * @returns {number} How many of the entry's bytes that is.
   */
  usedAt(after) {
    const { bytes, text, lineEnds } = this;
    return bytes === text ? after : lineEnds.beforeLast(countLineEnds(text.subarray(after)));
  }
}

/** Maps places in a translation to those in its text, whose origin knows the bytes. */
class MappedOrigin {
  /** @param {TextOrigin} origin The text's. */
  constructor(origin) {
    this.origin = origin;
  }

  /** @param {number} start Where a record begins in the translation. */
  byteAt(start) {
    return this.origin.byteAt(this.sourceAt(start));
  }

  /**
   * @param {number} start
   * @param {number} after
   */
  raw(start, after) {
    return this.origin.raw(this.sourceAt(start), this.sourceAt(after));
  }

  /**
   * @abstract
   * @param {number} _position Where a record begins in the translation, or where the translation ends.
   * @returns {number} The same place in the text.
   */
  sourceAt(_position) {
    throw new Error('sourceAt is missing');
  }
}

/** Maps the records of a translation back to the bytes of the entry. */
export class TranslationOrigin extends MappedOrigin {
  /**
   * @param {Translator} translator
   * @param {TextOrigin} origin
   */
  constructor({ starts, sources, after }, origin) {
    super(origin);
    this.starts = starts;
    this.sources = sources;
    this.after = after;
    this.index = 0;
  }

  /**
   * @override
   * @param {number} position
   */
  sourceAt(position) {
    const { starts, sources } = this;
    if (position < (starts[this.index] ?? 0)) this.index = 0;
    while (this.index < starts.length && starts[this.index] < position) this.index += 1;
    return sources[this.index] ?? this.after;
  }
}

/**
 * Maps the records of a translation back to the bytes of the entry. It has all line ends of its text, though CRLF in place of some
 * CRs.
 */
export class LineOrigin extends MappedOrigin {
  /**
   * @param {object} options
   * @param {Buffer} options.translated
   * @param {number} options.from Where in the text the translation begins.
   * @param {TextOrigin} options.origin The text's.
   */
  constructor({ translated, from, origin }) {
    super(origin);
    this.translated = translated;
    this.from = from;
    /** The last position that was asked for, in the translation and in the text. */
    this.position = 0;
    this.source = from;
  }

  /**
   * @override
   * @param {number} position
   */
  sourceAt(position) {
    const { translated, origin } = this;
    if (position < this.position) {
      this.position = 0;
      this.source = this.from;
    }
    while (this.position < position) {
      this.position = afterLineEnd(translated, this.position);
      this.source = afterLineEnd(origin.text, this.source);
    }
    return this.source;
  }
}

/**
 * @param {Buffer} text
 * @param {number} from
 * @returns {number} The position behind the next LF, CRLF or CR.
 */
function afterLineEnd(text, from) {
  let position = from;
  while (position < text.length && text[position] !== LF && text[position] !== CR) position += 1;
  return text[position] === CR && text[position + 1] === LF ? position + 2 : position + 1;
}
