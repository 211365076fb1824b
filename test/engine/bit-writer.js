/**
 * Writes a deflate stream bit by bit (RFC 1951, section 3.1.1), right or wrong.
 */
export class BitWriter {
  /** @type {number[]} */
  #bytes = [];
  #count = 0;

  /**
   * @param {number} value
   * @param {number} bits The lowest bit comes first.
   */
  write(value, bits) {
    for (let bit = 0; bit < bits; bit++) this.#writeBit((value >>> bit) & 1);
  }

  /**
   * @param {{ word: number, length: number }} code The highest bit comes first.
   */
  writeCode({ word, length }) {
    for (let bit = length - 1; bit >= 0; bit--) this.#writeBit((word >>> bit) & 1);
  }

  /** Fills the last byte with zeros. */
  align() {
    this.#count = 8 * this.#bytes.length;
  }

  /** @param {number} bit */
  #writeBit(bit) {
    if (this.#count === 8 * this.#bytes.length) this.#bytes.push(0);
    this.#bytes[this.#bytes.length - 1] |= bit << (this.#count & 7);
    this.#count++;
  }

  bytes() {
    return Buffer.from(this.#bytes);
  }
}

/**
 * Code words by RFC 1951, section 3.2.2. For lengths that make no prefix code, any words.
 *
 * @param {number[]} lengths
 * @returns {{ word: number, length: number }[]}
 */
export function codesOf(lengths) {
  const counts = new Array(17).fill(0);
  for (const length of lengths) if (length > 0) counts[length]++;
  const next = [0, 0];
  for (let length = 1; length < 16; length++) next[length + 1] = (next[length] + counts[length]) << 1;
  return lengths.map(length => ({ word: length === 0 ? 0 : next[length]++, length }));
}
