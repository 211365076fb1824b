/** Counts of an archive's entries, in rows. It takes no memory as long as all counts are zero. */
export class CountTable {
  /** @param {number} width How many counts a row has. */
  constructor(width) {
    this.width = width;
    this.values = new Float64Array(0);
  }

  /**
   * @param {number} index
   * @param {number[]} counts
   * @param {number} room For how many entries there must be room.
   */
  set(index, counts, room) {
    if (this.values.length === 0 && counts.every(count => count === 0)) return;
    if (this.values.length < room * this.width) {
      const { values } = this;
      this.values = new Float64Array(room * this.width);
      this.values.set(values);
    }
    this.values.set(counts, index * this.width);
  }

  /**
   * @param {number} index
   * @param {number} column
   * @returns {number}
   */
  get(index, column) {
    return this.values.length === 0 ? 0 : (this.values[index * this.width + column] ?? 0);
  }
}
