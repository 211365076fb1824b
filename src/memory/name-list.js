import { NameIndex } from './name-index.js';

/**
 * Names, stored as UTF-8 in one buffer: there may be very many, and strings would cost the garbage collector time and
 * memory. Names must be well-formed Unicode.
 */
export class NameList {
  /** @param {number} [capacity] It grows when needed. */
  constructor(capacity = LEAST_CAPACITY) {
    this.length = 0;
    this.bytes = Buffer.alloc(capacity * LIKELY_BYTES);
    /** Where each name ends in `bytes`: names of 4 GiB would be too many anyway. */
    this.ends = new Uint32Array(capacity);
    /** @type {NameIndex | null} */
    this.index = null;
  }

  /** @param {string} name */
  push(name) {
    const start = this.startOf(this.length);
    // UTF-8 takes at most 3 bytes per UTF-16 code unit.
    const end = start + name.length * 3;
    if (end > this.bytes.length) this.bytes = enlarged(this.bytes, Buffer.alloc(Math.max(end, this.bytes.length * 2)));
    if (this.length === this.ends.length)
      this.ends = enlarged(this.ends, new Uint32Array(this.length * 2 + LEAST_CAPACITY));
    this.ends[this.length] = start + this.bytes.write(name, start);
    this.length += 1;
    this.index = null;
  }

  /**
   * @param {number} index
   * @returns {string}
   */
  get(index) {
    return this.bytes.toString('utf8', this.startOf(index), this.ends[index]);
  }

  /**
   * @param {string} name
   * @returns {number} The first index with that name, or -1.
   */
  find(name) {
    this.index ??= new NameIndex(this.length, index => this.get(index));
    return this.index.find(name);
  }

  /** @param {number} index */
  startOf(index) {
    return index === 0 ? 0 : this.ends[index - 1];
  }
}

/**
 * @template {Buffer | Uint32Array} Column
 * @param {Column} column
 * @param {Column} larger
 * @returns {Column}
 */
function enlarged(column, larger) {
  larger.set(column);
  return larger;
}

const LEAST_CAPACITY = 64;
const LIKELY_BYTES = 32;
