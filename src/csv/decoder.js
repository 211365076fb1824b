import { isAscii } from 'node:buffer';

/**
 * Decodes pieces of an entry to UTF-8. Each piece is decoded for itself and begins with a record, so no state is kept from one
 * piece to the next. What is malformed becomes U+FFFD; a byte order mark becomes the one of UTF-8.
 */
export class Decoder {
  /** @param {string} encoding As `TextDecoder` names it. */
  constructor(encoding) {
    this.encoding = encoding;
    this.isWide = encoding.startsWith('utf-16');
    this.textDecoder = new TextDecoder(encoding, { ignoreBOM: true });
    /** null if the encoding has characters of several bytes. */
    this.table = this.isWide || MULTI_BYTE.has(encoding) ? null : tableOf(this.textDecoder);
    /** The decoded piece; used again for the next one. */
    /** @type {Buffer} */
    this.text = EMPTY;
  }

  /**
   * @param {Buffer} bytes
   * @param {boolean} final Whether the entry ends with them. Otherwise nothing that ends a line
   *   is made of an incomplete character at their end.
   * @returns {Buffer} Valid until the next call. The caller may overwrite it.
   */
  decode(bytes, final) {
    if (this.encoding === 'utf-8') return bytes;
    if (this.table !== null) return this.decodeSingle(bytes, this.table);
    if (this.encoding === 'iso-2022-jp') return this.decodeLines(bytes);
    if (final) return this.write(this.textDecoder.decode(bytes));
    if (this.isWide) return this.decodeWide(bytes);
    const text = this.textDecoder.decode(bytes, { stream: true });
    this.textDecoder.decode();
    return this.write(text);
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

  /** @param {Buffer} bytes UTF-16. */
  decodeWide(bytes) {
    const units = bytes.subarray(0, bytes.length & ~1);
    return this.write((this.encoding === 'utf-16be' ? Buffer.from(units).swap16() : units).toString('utf16le'));
  }

  /**
   * @param {Buffer} bytes
   * @param {Uint16Array} table
   */
  decodeSingle(bytes, table) {
    this.reserve(3 * bytes.length);
    const { text } = this;
    if (isAscii(bytes)) return text.subarray(0, bytes.copy(text));
    if (this.encoding === 'windows-1252') {
      const latin = bytes.toString('latin1');
      if (!UNLIKE_LATIN_1.test(latin)) return text.subarray(0, text.write(latin));
    }
    let length = 0;
    for (let index = 0; index < bytes.length; index++) {
      const code = table[bytes[index]];
      if (code < 0x80) {
        text[length++] = code;
      } else if (code < 0x800) {
        text[length++] = 0xc0 | (code >> 6);
        text[length++] = 0x80 | (code & 0x3f);
      } else {
        text[length++] = 0xe0 | (code >> 12);
        text[length++] = 0x80 | ((code >> 6) & 0x3f);
        text[length++] = 0x80 | (code & 0x3f);
      }
    }
    return text.subarray(0, length);
  }

  /** @param {string} text */
  write(text) {
    this.reserve(3 * text.length);
    return this.text.subarray(0, this.text.write(text));
  }

  /** @param {number} bytes */
  reserve(bytes) {
    if (this.text.length < bytes) this.text = Buffer.allocUnsafeSlow(Math.max(bytes, LEAST_TEXT_BYTES));
  }
}

/**
 * @param {InstanceType<typeof TextDecoder>} decoder Of an encoding with one byte per character.
 * @returns {Uint16Array} The character of each byte.
 */
function tableOf(decoder) {
  return Uint16Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)).charCodeAt(0));
}

const EMPTY = Buffer.alloc(0);
const LEAST_TEXT_BYTES = 196_608;
/** The bytes of windows-1252 that are other characters than in ISO 8859-1. */
const UNLIKE_LATIN_1 = /[\x80-\x9f]/;
const MULTI_BYTE = new Set(['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'iso-2022-jp', 'shift_jis', 'utf-8']);
