/**
 * Counts of an archive's entries, in rows. It takes no memory as long as all counts are zero, and later two bytes for each: more
 * only once a count does not fit.
 */
export class CountTable {
  /** @param {number} width How many counts a row has. */
  constructor(width) {
    this.width = width;
    /** @type {Uint16Array | Uint32Array | Float64Array} */
    this.values = new Uint16Array(0);
  }

  /**
   * @param {number} index
   * @param {number[]} counts
   * @param {number} room For how many entries there must be room.
   */
  set(index, counts, room) {
    const { values } = this;
    if (values.length === 0 && counts.every(count => count === 0)) return;
    const start = index * this.width;
    const length = Math.max(values.length, room * this.width);
    if (values.length < length) this.move(new /** @type {any} */ (values.constructor)(length));
    this.values.set(counts, start);
    if (this.holds(start, counts)) return;
    this.move(counts.every(count => count <= MAX_UINT_32) ? new Uint32Array(length) : new Float64Array(length));
    this.values.set(counts, start);
  }

  /**
   * @param {number} index
   * @param {number} column
   * @returns {number}
   */
  get(index, column) {
    return this.values.length === 0 ? 0 : (this.values[index * this.width + column] ?? 0);
  }

  /**
   * @param {number} start
   * @param {number[]} counts
   */
  holds(start, counts) {
    return counts.every((count, column) => this.values[start + column] === count);
  }

  /** @param {Uint16Array | Uint32Array | Float64Array} values */
  move(values) {
    values.set(this.values);
    this.values = values;
  }
}

const MAX_UINT_32 = 0xffffffff;
