/** Where a record's fields begin and end, with their quotes, without space that is no part of them. */
export class FieldRanges {
  /** @param {boolean} spaces Whether space around a field is not part of it. */
  constructor(spaces) {
    this.spaces = spaces;
    this.starts = /** @type {number[]} */ ([]);
    this.ends = /** @type {number[]} */ ([]);
    this.count = 0;
    /** @type {Buffer} */
    this.text = Buffer.alloc(0);
  }

  /** @param {Buffer} text */
  begin(text) {
    this.text = text;
  }

  clear() {
    this.count = 0;
  }

  /**
   * Adds a field without quotes.
   *
   * @param {number} start
   * @param {number} end
   */
  addPlain(start, end) {
    if (this.spaces) {
      const { text } = this;
      while (start < end && (text[start] === SPACE || text[start] === TAB)) start += 1;
      while (end > start && (text[end - 1] === SPACE || text[end - 1] === TAB)) end -= 1;
    }
    this.add(start, end);
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  add(start, end) {
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
  }
}

export const SPACE = 0x20;
export const TAB = 0x09;
