/**
 * Where a string stands next in a text. It is asked for one place behind the other; what it has found ahead of them is kept, so that no
 * part of the text is searched twice.
 */
export class NextPlace {
  #text;
  #wanted;
  /** `#found` is the first place that is not before `#asked`. */
  #asked = 0;
  #found = -1;

  /**
   * @param {Pick<string, 'indexOf'>} text
   * @param {string} wanted
   */
  constructor(text, wanted) {
    this.#text = text;
    this.#wanted = wanted;
  }

  /**
   * @param {number} position
   * @returns {number} The first place that is not before it; infinity if there is none.
   */
  from(position) {
    if (position < this.#asked || position > this.#found) {
      const found = this.#text.indexOf(this.#wanted, position);
      this.#found = found === -1 ? Number.POSITIVE_INFINITY : found;
      this.#asked = position;
    }
    return this.#found;
  }
}
