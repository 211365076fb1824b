/**
 * JSON as it is made of values in the text format of COPY, in which a backslash stands before letters for control characters and before
 * itself, and a tab or a line feed behind each value.
 */
export class JsonBytes {
  /** How much of `MADE` is in use. */
  #to = 0;
  #onBlock;

  /** @param {(block: Buffer) => void} onBlock */
  constructor(onBlock) {
    this.#onBlock = onBlock;
  }

  /** Passes on what has been made. All share one buffer, so whoever has written something calls this before others write. */
  flush() {
    if (this.#to === 0) return;
    const block = Buffer.allocUnsafe(this.#to);
    MADE.copy(block, 0, 0, this.#to);
    this.#to = 0;
    this.#onBlock(block);
  }

  /** @param {number} byte */
  put(byte) {
    if (this.#to === MADE.length) this.flush();
    MADE[this.#to++] = byte;
  }

  /**
   * Bytes as they are.
   *
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} end
   */
  copy(bytes, at, end) {
    while (at < end) {
      const last = this.#lastThatFits(at, end, 1);
      let to = this.#to;
      // Most are few: a call of a native function would take longer.
      while (at < last) MADE[to++] = bytes[at++];
      this.#to = to;
    }
  }

  /**
   * A text within a JSON string. Most of its bytes are the same there, and most of COPY's escapes are JSON's.
   *
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} stop
   * @returns {number} The value's end, or where it has to go on: for want of room, or with more behind an escape that is cut.
   */
  writeString(bytes, at, stop) {
    const last = this.#lastThatFits(at, stop, MOST_FOR_ONE);
    let to = this.#to;
    while (at < last) {
      const byte = bytes[at];
      if (IS_PLAIN[byte] === 1) {
        MADE[to++] = byte;
      } else if (byte === TAB || byte === LINE_FEED) {
        break;
      } else if (byte === BACKSLASH) {
        if (at + 1 === stop) break;
        at += 1;
        if (bytes[at] === VERTICAL_LETTER) to = writeControl(VERTICAL_TAB, to);
        else {
          MADE[to++] = BACKSLASH;
          MADE[to++] = bytes[at];
        }
      } else if (byte === QUOTE) {
        MADE[to++] = BACKSLASH;
        MADE[to++] = QUOTE;
      } else {
        to = writeControl(byte, to);
      }
      at += 1;
    }
    this.#to = to;
    return at;
  }

  /**
   * A text that is JSON. Line feeds between its tokens become blanks.
   *
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} stop
   * @returns {number} As with `writeString`.
   */
  writeTokens(bytes, at, stop) {
    const last = this.#lastThatFits(at, stop, 1);
    let to = this.#to;
    while (at < last) {
      const byte = bytes[at];
      if (byte === TAB || byte === LINE_FEED) break;
      if (byte !== BACKSLASH) MADE[to++] = byte;
      else {
        if (at + 1 === stop) break;
        at += 1;
        MADE[to++] = UNESCAPED[bytes[at]];
      }
      at += 1;
    }
    this.#to = to;
    return at;
  }

  /**
   * @param {number} at
   * @param {number} stop
   * @param {number} most How many bytes become of one.
   */
  #lastThatFits(at, stop, most) {
    if (MADE.length - this.#to < LEAST_ROOM) this.flush();
    return Math.min(stop, at + Math.floor((MADE.length - this.#to) / most));
  }
}

/**
 * @param {number} byte A control character that has no letter in JSON.
 * @param {number} to
 */
function writeControl(byte, to) {
  return to + MADE.write(`\\u00${byte.toString(16).padStart(2, '0')}`, to, 'latin1');
}

/** Which bytes stand for themselves in a JSON string. */
function plainBytes() {
  const plain = new Uint8Array(256).fill(1, 0x20);
  plain[QUOTE] = 0;
  plain[BACKSLASH] = 0;
  return plain;
}

/** What COPY's escapes become, by the letter behind the backslash. */
function unescapedBytes() {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const [letter, byte] of Object.entries({ n: BLANK, r: BLANK, t: TAB, b: 0x08, f: 0x0c, v: VERTICAL_TAB })) {
    bytes[letter.charCodeAt(0)] = byte;
  }
  return bytes;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const VERTICAL_TAB = 0x0b;
const VERTICAL_LETTER = 0x76;
const BLANK = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const IS_PLAIN = plainBytes();
const UNESCAPED = unescapedBytes();
/** `\u001f`. */
const MOST_FOR_ONE = 6;
const LEAST_ROOM = 1_024;
/** Room for what mostly becomes of a socket's chunk (64 KiB): two blocks would be joined again. */
const MADE = Buffer.allocUnsafeSlow(131_072);
