import { bytesOf } from './bytes-of.js';
import { NameIndex } from './name-index.js';

/**
 * Names, stored as UTF-8 in one buffer: there may be very many, and strings would cost the garbage collector time and
 * memory. Names must be well-formed Unicode.
 */
export class NameList {
  /**
   * @param {number} [capacity] How many names it has room for. It grows when needed.
   * @param {number} [nameBytes] How many bytes of names.
   */
  constructor(capacity = LEAST_CAPACITY, nameBytes = capacity * LIKELY_BYTES) {
    this.length = 0;
    // The part of a long buffer that is not written to takes no memory.
    this.bytes = Buffer.alloc(nameBytes);
    /** Where each name ends in `bytes`: names of 4 GiB would be too many anyway. */
    this.ends = new Uint32Array(capacity);
    /** @type {NameIndex | null} */
    this.index = null;
  }

  /** @param {string} name */
  push(name) {
    const start = this.startOf(this.length);
    // UTF-8 takes at most 3 bytes per UTF-16 code unit.
    const mayFit = start + name.length * 3 <= this.bytes.length;
    const end = mayFit ? 0 : start + Buffer.byteLength(name);
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

  /**
   * @param {number} first
   * @param {number} end
   * @returns {NameColumns} Of these names.
   */
  columns(first, end) {
    const start = this.startOf(first);
    const ends = Float64Array.from(this.ends.subarray(first, end), each => each - start);
    return {
      names: this.bytes.subarray(start, this.startOf(end)),
      ends: bytesOf(ends),
    };
  }

  /**
   * @param {number} count
   * @param {NameColumns} columns Of so many names, which are added.
   */
  add(count, columns) {
    const ends = new Float64Array(count);
    bytesOf(ends).set(columns.ends);
    const names = Buffer.from(columns.names);
    for (const [index, end] of ends.entries()) this.push(names.toString('utf8', ends[index - 1] ?? 0, end));
  }
}

/** @typedef {Record<'names' | 'ends', Uint8Array>} NameColumns UTF-8, and where each name ends, in the processor's own order. */

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
