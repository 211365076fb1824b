/**
 * Searches a text for a string at positions that mostly go forward, and keeps a hit that lies ahead, so that the text between
 * is not searched again.
 */
export class Search {
  /** @param {string | number} wanted A byte, or several characters. */
  constructor(wanted) {
    const bytes = typeof wanted === 'number' ? Buffer.from([wanted]) : Buffer.from(wanted);
    this.length = bytes.length;
    this.first = bytes[0];
    this.wanted = bytes.length === 1 ? bytes[0] : bytes;
    /** @type {Buffer} */
    this.text = bytes;
    /** `hit` is the first hit at `from` or later. */
    this.from = 0;
    this.hit = -1;
  }

  /** @param {Buffer} text */
  begin(text) {
    this.text = text;
    this.from = 0;
    this.hit = -1;
  }

  /**
   * @param {number} position
   * @returns {number} Where it is, at the position or later; the text's length if nowhere.
   */
  at(position) {
    if (position < this.from || position > this.hit) {
      this.from = position;
      this.hit = this.find(position);
    }
    return this.hit;
  }

  /** @param {number} from */
  find(from) {
    const { text, wanted, first, length } = this;
    // For short fields, calling `indexOf` costs more than the search itself.
    const near = Math.min(from + NEAR_BYTES, text.length);
    for (let position = from; position < near; position++) {
      if (text[position] === first && (length === 1 || this.isAt(position))) return position;
    }
    if (near === text.length) return near;
    from = near;
    const found = text.indexOf(wanted, from);
    return found === -1 ? text.length : found;
  }

  /**
   * @param {number} position
   * @returns {boolean} Whether it is there.
   */
  isAt(position) {
    const { text, wanted } = this;
    if (typeof wanted === 'number') return text[position] === wanted;
    for (let index = 0; index < wanted.length; index++) {
      if (text[position + index] !== wanted[index]) return false;
    }
    return true;
  }

  /**
   * @param {number} position
   * @returns {boolean} Whether the text ends there with the beginning of it.
   */
  isCutAt(position) {
    const { text, wanted } = this;
    const left = text.length - position;
    return (
      typeof wanted !== 'number' && left < wanted.length && wanted.subarray(0, left).equals(text.subarray(position))
    );
  }
}

const NEAR_BYTES = 16;
