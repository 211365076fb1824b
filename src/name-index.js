/**
 * Finds names among very many by their hashes, which take eight bytes a name, where a Map would take fifty.
 */
export class NameIndex {
  /**
   * @param {number} count
   * @param {(index: number) => string} nameAt
   */
  constructor(count, nameAt) {
    this.nameAt = nameAt;
    // Not to be known beforehand, or somebody could choose names that all have one.
    this.seed = Math.trunc(Math.random() * 2 ** 32);
    this.hashes = new Uint32Array(count);
    for (let index = 0; index < count; index++) this.hashes[index] = this.hash(nameAt(index));
    this.order = indices(count).sort((a, b) => this.hashes[a] - this.hashes[b] || a - b);
  }

  /**
   * @param {string} name
   * @returns {number} The first index that has it, or -1.
   */
  find(name) {
    const { hashes, order } = this;
    const hash = this.hash(name);
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (hashes[order[middle]] < hash) low = middle + 1;
      else high = middle;
    }
    for (; low < order.length && hashes[order[low]] === hash; low++) {
      if (this.nameAt(order[low]) === name) return order[low];
    }
    return -1;
  }

  /**
   * FNV-1a with a seed, over UTF-16 code units.
   *
   * @param {string} name
   */
  hash(name) {
    let hash = this.seed ^ 0x811c9dc5;
    for (let position = 0; position < name.length; position++) {
      hash = Math.imul(hash ^ name.charCodeAt(position), 0x01000193);
    }
    return (hash ^ (hash >>> 15)) >>> 0;
  }
}

/**
 * @param {number} count
 * @returns {Uint32Array} From 0 on.
 */
export function indices(count) {
  const all = new Uint32Array(count);
  for (let index = 0; index < count; index++) all[index] = index;
  return all;
}
