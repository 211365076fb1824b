import { JsonBytes } from './json-bytes.js';
import { BOOLEAN, JSON_TEXT, NUMBER } from './json-shape.js';
import { CUT, findNumberEnd, NO_NUMBER } from './number-end.js';

/** @import { JsonShape } from './json-shape.js' */

/**
 * Makes JSON of rows in the text format of COPY. Postgres's `row_to_json` would give the same, byte for byte, but takes the server
 * several times as long. Only line feeds between the tokens of a `json` become blanks, so that a row is one line.
 */
export class JsonRows {
  /** @type {JsonShape} */
  #shape = { keys: [], kinds: [], isList: false };
  #json;
  #hasRow = false;
  #column = 0;
  /** Which value the next bytes belong to. */
  #inside = NONE;

  /** @param {(block: Buffer) => void} onRows Bytes of rows, which may begin and end within one. */
  constructor(onRows) {
    this.#json = new JsonBytes(onRows);
  }

  /**
   * Other rows follow.
   *
   * @param {JsonShape} shape
   */
  begin(shape) {
    this.#shape = shape;
    this.#hasRow = false;
    this.#column = 0;
    this.#inside = NONE;
  }

  /** Passes on what has been made. To be called before other rows are made. */
  flush() {
    this.#json.flush();
  }

  /**
   * @param {Uint8Array} bytes Of one row.
   * @param {number} at
   * @param {number} stop
   * @returns {number} Up to where they have been read. What is left has to come again, with more behind it.
   */
  write(bytes, at, stop) {
    if (this.#shape.keys.length === 0) return this.#writeEmpty(stop);
    while (at < stop) {
      if (this.#inside === NONE) {
        const begun = this.#begin(bytes, at, stop);
        if (begun === CUT) return at;
        at = begun;
      }
      const next = this.#goOn(bytes, at, stop);
      const byte = bytes[next];
      if (next < stop && (byte === TAB || byte === LINE_FEED)) {
        this.#end(byte);
        at = next + 1;
      } else {
        if (next === at) return at;
        at = next;
      }
    }
    return at;
  }

  /**
   * Begins a value, with its key. A number, and what is but a word, is written as a whole: where it ends is seen first.
   *
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} stop
   * @returns {number} Where it goes on, or `CUT`.
   */
  #begin(bytes, at, stop) {
    const kind = this.#shape.kinds[this.#column];
    const word = wordAt(bytes, at, stop, kind);
    if (word === CUT) return CUT;
    if (word !== null) {
      this.#writeKey(WHOLE);
      this.#json.copy(word.json, 0, word.json.length);
      return at + word.length;
    }
    if (kind === NUMBER) {
      const end = findNumberEnd(bytes, at, stop);
      if (end === CUT) return CUT;
      if (end !== NO_NUMBER) {
        this.#writeKey(WHOLE);
        this.#json.copy(bytes, at, end);
        return end;
      }
    }
    if (kind === JSON_TEXT) this.#writeKey(TOKENS);
    else {
      this.#writeKey(STRING);
      this.#json.put(QUOTE);
    }
    return at;
  }

  /** @param {number} inside What follows it. */
  #writeKey(inside) {
    this.#inside = inside;
    if (this.#column === 0) this.#separate();
    const key = this.#shape.keys[this.#column];
    this.#json.copy(key, 0, key.length);
  }

  #separate() {
    if (this.#shape.isList && this.#hasRow) this.#json.copy(BETWEEN_ROWS, 0, BETWEEN_ROWS.length);
    this.#hasRow = true;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} stop
   */
  #goOn(bytes, at, stop) {
    if (this.#inside === STRING) return this.#json.writeString(bytes, at, stop);
    return this.#inside === TOKENS ? this.#json.writeTokens(bytes, at, stop) : at;
  }

  /** @param {number} byte What follows a value: a tab or a line feed. */
  #end(byte) {
    if (this.#inside === STRING) this.#json.put(QUOTE);
    this.#inside = NONE;
    this.#column += 1;
    if (byte === TAB) return;
    this.#column = 0;
    this.#json.put(CLOSING);
    if (!this.#shape.isList) this.#json.put(LINE_FEED);
  }

  /**
   * A row without columns is a line feed.
   *
   * @param {number} stop
   */
  #writeEmpty(stop) {
    this.#separate();
    this.#json.put(OPENING);
    this.#end(LINE_FEED);
    return stop;
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} stop
 * @param {number} kind
 * @returns {{ length: number, json: Buffer } | null | typeof CUT} What stands here for null, true or false. `length`: of its text.
 */
function wordAt(bytes, at, stop, kind) {
  const byte = bytes[at];
  if (byte === BACKSLASH) {
    if (at + 1 === stop) return CUT;
    return bytes[at + 1] === NULL.letter ? NULL : null;
  }
  if (kind !== BOOLEAN) return null;
  const word = byte === TRUE.letter ? TRUE : byte === FALSE.letter ? FALSE : null;
  if (word === null) return null;
  if (at + 1 === stop) return CUT;
  return bytes[at + 1] === TAB || bytes[at + 1] === LINE_FEED ? word : null;
}

const NONE = 0;
const STRING = 1;
const TOKENS = 2;
const WHOLE = 3;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;
const BETWEEN_ROWS = Buffer.from(',\n');
/** A null is `\N`, which no text is: there the backslash is doubled. */
const NULL = { letter: 0x4e, length: 2, json: Buffer.from('null') };
const TRUE = { letter: 0x74, length: 1, json: Buffer.from('true') };
const FALSE = { letter: 0x66, length: 1, json: Buffer.from('false') };
