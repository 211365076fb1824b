/**
 * @typedef {object} WordList Encoded words for a `ByteWriter` to copy.
 * @property {Uint8Array} bytes All words, one after the other, in UTF-8.
 * @property {Uint32Array} starts The offset of each word in `bytes`, then the end of the last one.
 * @property {number} count
 */

/** Appends bytes to a buffer that is reused for every block. */
export class ByteWriter {
  /** @param {number} capacity In bytes. If exceeded, `take` throws. */
  constructor(capacity) {
    this.bytes = new Uint8Array(capacity);
    this.length = 0;
  }

  /** @param {number} byte */
  byte(byte) {
    this.bytes[this.length++] = byte;
  }

  /**
   * @param {WordList} list
   * @param {number} index
   */
  word(list, index) {
    const { bytes: from, starts } = list;
    const to = this.bytes;
    const end = starts[index + 1];
    let at = this.length;
    // A loop, because calling `set` costs more than copying these few bytes.
    for (let i = starts[index]; i < end; i++) to[at++] = from[i];
    this.length = at;
  }

  /** @param {string} text ASCII */
  ascii(text) {
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
  }

  /**
   * Quotes the field written since `start`, and doubles its quotes, if it has a byte that requires it (RFC 4180,
   * section 2).
   *
   * @param {number} start
   * @param {Uint8Array} special By byte: 1 if it requires quotes.
   */
  quoteWhereNeeded(start, special) {
    const { bytes, length } = this;
    let at = start;
    while (at < length && special[bytes[at]] === 0) at++;
    if (at === length) return;
    const field = bytes.slice(start, length);
    this.length = start;
    this.byte(QUOTE);
    for (const byte of field) {
      if (byte === QUOTE) this.byte(QUOTE);
      this.byte(byte);
    }
    this.byte(QUOTE);
  }

  /** @returns {Uint8Array} Everything written, valid until the next write. Empties the writer. */
  take() {
    // Writes past the end of a typed array are silently dropped.
    if (this.length > this.bytes.length) throw new RangeError(`${this.length} bytes in ${this.bytes.length}`);
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}

/**
 * @param {readonly string[]} words
 * @returns {WordList}
 */
export function encodeWords(words) {
  const encoded = words.map(word => Buffer.from(word));
  const starts = new Uint32Array(words.length + 1);
  for (const [index, word] of encoded.entries()) starts[index + 1] = starts[index] + word.length;
  return { bytes: new Uint8Array(Buffer.concat(encoded)), starts, count: words.length };
}

const QUOTE = 0x22;
