import { CR, LF } from '../records/record-scanner.js';

/**
 * Walks through an entry's bytes from line end to line end. Every encoding keeps CR and LF apart from other characters, so as
 * many of them precede a record in the raw bytes as in the decoded text.
 */
export class LineEnds {
  /**
   * @param {Buffer} bytes From a record's start.
   * @param {string} encoding As `TextDecoder` names it.
   */
  constructor(bytes, encoding) {
    this.bytes = bytes;
    this.width = encoding.startsWith('utf-16') ? 2 : 1;
    /** Which byte of a pair is the zero of a CR or LF. */
    this.zero = encoding === 'utf-16le' ? 1 : 0;
    /** Behind the last CR or LF that was passed. */
    this.position = 0;
    this.nextCr = -1;
    this.nextLf = -1;
  }

  /**
   * Passes CRs and LFs.
   *
   * @param {number} count How many; there must be as many.
   * @returns {number} The position behind the last of them.
   */
  pass(count) {
    for (let passed = 0; passed < count; passed++) {
      if (this.nextCr < this.position) this.nextCr = this.find(CR, this.position);
      if (this.nextLf < this.position) this.nextLf = this.find(LF, this.position);
      this.position = Math.min(this.nextCr, this.nextLf) + this.width;
    }
    return this.position;
  }

  /**
   * @param {number} count How many CRs and LFs, the last ones, are to be left.
   * @returns {number} The position behind the CR or LF that precedes them; 0 if there is none.
   */
  beforeLast(count) {
    let position = this.bytes.length;
    let cr = position;
    let lf = position;
    for (let passed = 0; passed <= count; passed++) {
      if (cr >= position) cr = this.findBack(CR, position);
      if (lf >= position) lf = this.findBack(LF, position);
      position = Math.max(cr, lf);
      if (position === -1) return 0;
    }
    return position + this.width;
  }

  /**
   * @param {number} byte
   * @param {number} from
   * @returns {number} Where it stands as a character; the length if nowhere.
   */
  find(byte, from) {
    const { bytes } = this;
    for (let at = bytes.indexOf(byte, from); at !== -1; at = bytes.indexOf(byte, at + 1)) {
      if (this.isCharacter(at)) return at - this.offset(at);
    }
    return bytes.length;
  }

  /**
   * @param {number} byte
   * @param {number} before
   * @returns {number} Where it stands as a character; -1 if nowhere.
   */
  findBack(byte, before) {
    const { bytes } = this;
    let at = before === 0 ? -1 : bytes.lastIndexOf(byte, before - 1);
    while (at !== -1 && !this.isCharacter(at)) at = at === 0 ? -1 : bytes.lastIndexOf(byte, at - 1);
    return at === -1 ? -1 : at - this.offset(at);
  }

  /** @param {number} at Where a byte of CR or LF is. */
  isCharacter(at) {
    return this.width === 1 || ((at & 1) !== this.zero && this.bytes[at ^ 1] === 0);
  }

  /** @param {number} at */
  offset(at) {
    return this.width === 1 ? 0 : at & 1;
  }
}

/**
 * @param {Buffer} text UTF-8.
 * @returns {number} How many CRs and LFs it has.
 */
export function countLineEnds(text) {
  let count = 0;
  for (const byte of [CR, LF]) {
    for (let at = text.indexOf(byte); at !== -1; at = text.indexOf(byte, at + 1)) count += 1;
  }
  return count;
}
