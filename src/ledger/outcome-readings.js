import { CountTable } from './count-table.js';

/** @import { EntryOutcome } from '../entry-outcome.js' */

/**
 * How an entry was read, the address of the table that its rows went into, and the charset that it looks like.
 * @typedef {Pick<EntryOutcome, 'dialect' | 'missing'> & { table: string | null, charset: string | null }} Reading
 */

/** How each entry was read. Nearly all of an archive's are read alike, so each has the number of one of a few readings. */
export class OutcomeReadings {
  /** Of each entry. */
  #numbers = new CountTable(1);
  /** The distinct ones. @type {Reading[]} */
  #readings = [NO_READING];
  /** The number of each but the first, by its JSON. @type {Map<string, number>} */
  #known = new Map();

  /**
   * @param {number} index
   * @param {Reading} reading
   * @param {number} room For how many entries there has to be room.
   */
  set(index, reading, room) {
    const { dialect, missing, table, charset } = reading;
    const isNone = dialect === null && missing?.length === 0 && table === null && charset === null;
    const key = isNone ? '' : JSON.stringify(reading);
    const number = isNone ? 0 : (this.#known.get(key) ?? this.#readings.length);
    if (number === this.#readings.length) {
      this.#readings.push(reading);
      this.#known.set(key, number);
    }
    this.#numbers.set(index, [number], room);
  }

  /** How many distinct ones there are. */
  get length() {
    return this.#readings.length;
  }

  /** How much memory their numbers take. */
  get bytes() {
    return this.#numbers.values.byteLength;
  }

  /**
   * @param {number} index
   * @returns {Reading}
   */
  get(index) {
    return this.#readings[this.#numbers.get(index, 0)];
  }
}

/** @type {Reading} */
export const NO_READING = { dialect: null, missing: [], table: null, charset: null };
