import { isAscii } from 'node:buffer';
import { releaseWhole } from '../../memory/chunk-memory.js';

/**
 * Decodes pieces of an entry to UTF-8. Each piece is decoded for itself and begins with a record, so no state is kept from one
 * piece to the next. What is malformed becomes U+FFFD; a byte order mark becomes the one of UTF-8.
 */
export class Decoder {
  /**
   * @param {string} encoding As `TextDecoder` names it.
   * @param {typeof decodeBytes} [decode] Instead of this file's.
   */
  constructor(encoding, decode = decodeBytes) {
    this.encoding = encoding;
    this.decodeBytes = decode;
    this.isWide = encoding.startsWith('utf-16');
    this.textDecoder = new TextDecoder(encoding, { ignoreBOM: true });
    /** null if the encoding has characters of several bytes. */
    this.table = this.isWide || MULTI_BYTE.has(encoding) ? null : tableOf(this.textDecoder);
    /** The decoded piece; used again for the next one. */
    /** @type {Buffer} */
    this.text = Buffer.alloc(0);
  }

  /**
   * @param {Buffer} bytes
   * @param {boolean} final Whether the entry ends with them. If not, an incomplete character at their end is left out, or
   *   decoded to something other than a line end.
   * @returns {Buffer} Valid until the next call.
   */
  decode(bytes, final) {
    if (this.encoding === 'utf-8') return bytes;
    if (this.table !== null) return this.decodeSingle(bytes, this.table);
    if (this.encoding === 'iso-2022-jp') return this.decodeLines(bytes);
    return this.isWide ? this.decodeWide(bytes, final) : this.decodeMultiByte(bytes, final);
  }

  /** Frees the memory that a long piece has taken. */
  clear() {
    if (this.text.length <= MAX_IDLE_BYTES) return;
    releaseWhole(this.text);
    this.text = Buffer.alloc(0);
  }

  /**
   * Decodes each line by itself: in malformed text, a line end would be taken for half of a character.
   *
   * @param {Buffer} bytes
   */
  decodeLines(bytes) {
    const decode = (/** @type {string} */ line) => this.textDecoder.decode(Buffer.from(line, 'latin1'));
    return this.write(bytes.toString('latin1').replace(/[^\r\n]+/g, decode));
  }

  /**
   * @param {Buffer} bytes
   * @param {boolean} final
   */
  decodeMultiByte(bytes, final) {
    this.reserve(3 * bytes.length + LAST_BYTES);
    let length = 0;
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      const slice = bytes.subarray(from, from + SLICE_BYTES);
      length += this.text.write(this.textDecoder.decode(slice, { stream: true }), length);
    }
    const last = this.textDecoder.decode();
    if (final) length += this.text.write(last, length);
    return this.text.subarray(0, length);
  }

  /**
   * @param {Buffer} bytes UTF-16.
   * @param {boolean} final
   */
  decodeWide(bytes, final) {
    const units = bytes.subarray(0, bytes.length & ~1);
    const isBigEndian = this.encoding === 'utf-16be';
    this.reserve(1.5 * units.length + LAST_BYTES);
    let length = 0;
    for (let from = 0; from < units.length; ) {
      let to = Math.min(from + SLICE_BYTES, units.length);
      // No slice ends within a surrogate pair.
      if (to < units.length && (units[to - (isBigEndian ? 2 : 1)] & 0xfc) === 0xd8) to -= 2;
      const slice = units.subarray(from, to);
      const isLast = final && to === units.length;
      if (isLast) length += this.text.write(this.textDecoder.decode(bytes.subarray(from)), length);
      else length += this.text.write((isBigEndian ? Buffer.from(slice).swap16() : slice).toString('utf16le'), length);
      from = to;
    }
    if (final && bytes.length === 1) length += this.text.write('\ufffd', length);
    return this.text.subarray(0, length);
  }

  /**
   * @param {Buffer} bytes
   * @param {Uint32Array} table
   */
  decodeSingle(bytes, table) {
    this.reserve(3 * bytes.length);
    const { text } = this;
    if (isAscii(bytes)) return text.subarray(0, bytes.copy(text));
    return text.subarray(0, this.decodeBytes(bytes, table, text));
  }

  /** @param {string} text */
  write(text) {
    this.reserve(3 * text.length);
    return this.text.subarray(0, this.text.write(text));
  }

  /** @param {number} bytes */
  reserve(bytes) {
    if (this.text.length >= bytes) return;
    releaseWhole(this.text);
    this.text = Buffer.allocUnsafeSlow(Math.max(bytes, LEAST_TEXT_BYTES));
  }
}

/**
 * @param {Buffer} bytes
 * @param {Uint32Array} table What each byte stands for: up to three bytes of UTF-8, and how many these are.
 * @param {Buffer} text Has room for three times as many bytes.
 * @returns {number} How many bytes it has written.
 */
export function decodeBytes(bytes, table, text) {
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    // Always three bytes, of which the next ones overwrite those that do not count.
    const encoded = table[bytes[index]];
    text[length] = encoded;
    text[length + 1] = encoded >> 8;
    text[length + 2] = encoded >> 16;
    length += encoded >>> 24;
  }
  return length;
}

/**
 * @param {InstanceType<typeof TextDecoder>} decoder Of an encoding with one byte per character.
 * @returns {Uint32Array} For each byte its character in UTF-8: three bytes, the first one lowest, and above them how many count.
 */
function tableOf(decoder) {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    const encoded = Buffer.from(decoder.decode(Uint8Array.of(byte)));
    return encoded.reduce((packed, part, index) => packed | (part << (8 * index)), encoded.length << 24);
  });
}

const LEAST_TEXT_BYTES = 196_616;
const MAX_IDLE_BYTES = 1024 ** 2;
/** How much is a string at a time. Strings of a long record would be garbage of several times its size. */
const SLICE_BYTES = 65_536;
/** Room for what the end of the input is decoded to. */
const LAST_BYTES = 8;
const MULTI_BYTE = new Set(['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'iso-2022-jp', 'shift_jis', 'utf-8']);
