/** @import { EntryOutcome } from '../entry-outcome.js' */

/** @typedef {Pick<EntryOutcome, 'badRecords' | 'error'>} Details */

/**
 * What few entries have: bad records that are described, and errors. Where all entries have an error, the first thousand keep
 * its message, and the others only its code.
 */
export class OutcomeDetails {
  /** @type {Map<number, Details>} */
  #details = new Map();
  /** How many errors have a message. */
  #described = 0;
  /** What those without a message share, by code. @type {Map<string, Details>} */
  #codes = new Map();

  /**
   * @param {number} index
   * @returns {Details}
   */
  get(index) {
    return this.#details.get(index) ?? { badRecords: [], error: null };
  }

  /**
   * @param {number} index
   * @param {Details} details
   * @returns {boolean} Whether all of it is kept.
   */
  set(index, { badRecords, error }) {
    if (this.#details.get(index)?.error?.message) this.#described -= 1;
    const isKept = error === null || (error.message !== '' && this.#described < MAX_DESCRIBED);
    if (error !== null && isKept) this.#described += 1;
    if (!isKept) this.#details.set(index, this.#codeOnly(error.code));
    else if (badRecords.length > 0 || error !== null) this.#details.set(index, { badRecords, error });
    else this.#details.delete(index);
    return isKept;
  }

  clear() {
    this.#details.clear();
    this.#described = 0;
  }

  /** How many bad records are described. */
  get badRecords() {
    let total = 0;
    for (const { badRecords } of this.#details.values()) total += badRecords.length;
    return total;
  }

  /** How many distinct codes errors without a message have. */
  get codes() {
    return this.#codes.size;
  }

  /** @param {string} code */
  #codeOnly(code) {
    const known = this.#codes.get(code) ?? { badRecords: [], error: { code, message: '' } };
    this.#codes.set(code, known);
    return known;
  }
}

const MAX_DESCRIBED = 1_000;
