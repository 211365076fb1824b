import { isUtf8 } from 'node:buffer';
import { digitsEnd, isDigit } from './digits.js';
import { escapeLength } from './json-escapes.js';
import { fitsNumeric } from './numbers.js';

/**
 * JSON as `json_in` takes it (src/common/jsonapi.c): RFC 8259, any value at the top. In escapes, surrogates may be alone.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isJson(bytes, start, end) {
  return READER.reads(bytes, start, end, false);
}

/**
 * JSON that `jsonb_in` can keep (src/backend/utils/adt/jsonb.c): without `\u0000` and lone surrogates, and with numbers that
 * `numeric` holds. Longer values may exceed its offsets, or an allocation.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isJsonb(bytes, start, end) {
  return end - start <= MAX_JSONB_BYTES && READER.reads(bytes, start, end, true);
}

/** Reads one value, byte by byte and without recursion: `JSON.parse` would make strings and objects of it. */
class JsonReader {
  /** @type {Uint8Array} */
  bytes = new Uint8Array();
  end = 0;
  isStrict = false;
  isAscii = true;
  /** Where it is; NONE once something is wrong. */
  position = 0;
  /** For each open container, whether it is an object. */
  objects = new Uint8Array(MAX_DEPTH);

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {boolean} isStrict Whether it is for `jsonb`.
   */
  reads(bytes, start, end, isStrict) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
    this.isStrict = isStrict;
    this.isAscii = true;
    this.readAll();
    return this.position === end && (this.isAscii || isUtf8(bytes.subarray(start, end)));
  }

  readAll() {
    let depth = 0;
    for (;;) {
      // A value, or what opens one.
      this.skipSpace();
      const first = this.bytes[this.position];
      const isContainer = this.position < this.end && (first === OPENING_BRACE || first === OPENING_BRACKET);
      if (isContainer) {
        if (depth === MAX_DEPTH) return this.fail();
        const isObject = first === OPENING_BRACE;
        this.position += 1;
        this.skipSpace();
        if (!this.takes(isObject ? CLOSING_BRACE : CLOSING_BRACKET)) {
          this.objects[depth] = isObject ? 1 : 0;
          depth += 1;
          if (isObject && !this.readKey()) return undefined;
          continue;
        }
      } else if (!this.readScalar(first)) return undefined;
      // What follows it: the ends of containers, then a comma and the next value.
      for (;;) {
        this.skipSpace();
        if (depth === 0) return undefined;
        const isObject = this.objects[depth - 1] === 1;
        if (this.takes(COMMA)) {
          if (isObject && !this.readKey()) return undefined;
          break;
        }
        if (!this.takes(isObject ? CLOSING_BRACE : CLOSING_BRACKET)) return this.fail();
        depth -= 1;
      }
    }
  }

  readKey() {
    this.skipSpace();
    if (this.position >= this.end || this.bytes[this.position] !== QUOTE || !this.readString()) return this.fail();
    this.skipSpace();
    return this.takes(COLON) || this.fail();
  }

  /** @param {number} first Its first byte. */
  readScalar(first) {
    if (this.position >= this.end) return this.fail();
    if (first === QUOTE) return this.readString();
    if (first === MINUS || isDigit(first)) return this.readNumber();
    const literal = first === TRUE[0] ? TRUE : first === FALSE[0] ? FALSE : NULL;
    if (this.end - this.position < literal.length) return this.fail();
    for (let index = 0; index < literal.length; index++) {
      if (this.bytes[this.position + index] !== literal[index]) return this.fail();
    }
    this.position += literal.length;
    return true;
  }

  readString() {
    const { bytes, end, isStrict } = this;
    let position = this.position + 1;
    for (;;) {
      // Bytes behind the end are not this value's.
      if (position >= end) return this.fail();
      const byte = bytes[position];
      if (byte === QUOTE) {
        this.position = position + 1;
        return true;
      }
      if (byte < SPACE) return this.fail();
      if (byte === BACKSLASH) {
        const escaped = escapeLength(bytes, position, end, isStrict);
        if (escaped === 0) return this.fail();
        position += escaped;
      } else {
        if (byte >= 0x80) this.isAscii = false;
        position += 1;
      }
    }
  }

  readNumber() {
    const { bytes, end } = this;
    const from = this.position;
    const first = bytes[from] === MINUS ? from + 1 : from;
    let to = digitsEnd(bytes, first, end);
    if (to === first || (bytes[first] === ZERO && to > first + 1)) return this.fail();
    if (to < end && bytes[to] === POINT) {
      const point = to;
      to = digitsEnd(bytes, point + 1, end);
      if (to === point + 1) return this.fail();
    }
    if (to < end && (bytes[to] === SMALL_E || bytes[to] === CAPITAL_E)) {
      const sign = bytes[to + 1] === MINUS || bytes[to + 1] === PLUS ? 2 : 1;
      const digits = to + sign;
      to = digitsEnd(bytes, digits, end);
      if (digits >= end || to === digits) return this.fail();
    }
    if (this.isStrict && !fitsNumeric(bytes, from, to)) return this.fail();
    this.position = to;
    return true;
  }

  skipSpace() {
    const { bytes, end } = this;
    let { position } = this;
    while (position < end) {
      const byte = bytes[position];
      if (byte !== SPACE && byte !== LF && byte !== CR && byte !== TAB) break;
      position += 1;
    }
    this.position = position;
  }

  /** @param {number} byte */
  takes(byte) {
    if (this.position >= this.end || this.bytes[this.position] !== byte) return false;
    this.position += 1;
    return true;
  }

  fail() {
    this.position = NONE;
    return false;
  }
}

const NONE = -1;

/** Postgres reads JSON recursively and refuses what its stack does not hold: some thousands of levels by default. */
const MAX_DEPTH = 512;

const MAX_JSONB_BYTES = 16 * 1024 * 1024;

const [TRUE, FALSE, NULL] = ['true', 'false', 'null'].map(literal => Buffer.from(literal));

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const CAPITAL_E = 0x45;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const SMALL_E = 0x65;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Values are read one at a time. */
const READER = new JsonReader();
