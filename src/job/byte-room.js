import { RATIO_FLOOR_BYTES } from '../archive/guard-limits.js';
import { LimitError } from '../errors.js';
import { quoteName } from '../printable.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { EntryList } from '../archive/entry-list.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */
/** @import { Recipe } from '../recipe/recipe.js' */

/**
 * What the recipe's limits leave to entries of unknown size, while they are inflated: before that, the limits were held against
 * the declared sizes, which are the least.
 */
export class ByteRoom {
  #limits;
  /** What all entries inflate to, as far as it is known. */
  #total = 0;
  /** How many more bytes than declared entries have had, by name. @type {Map<string, number>} */
  #more = new Map();

  /**
   * @param {EntryList} entries
   * @param {Outcomes} outcomes Of what earlier turns have done.
   * @param {Recipe['limits']} limits
   */
  constructor(entries, outcomes, limits) {
    this.#limits = limits;
    if (!entries.hasUnknownSizes()) return;
    for (const [index, entry] of entries.entries()) {
      if (entry.error === null) this.#total += entry.bytes;
      if (!outcomes.isPending(index)) this.note(entry, outcomes.get(index).bytesIn);
    }
  }

  /**
   * @param {Entry} entry
   * @returns {Entry} With the most that it may inflate to, if its size is unknown.
   */
  limit(entry) {
    if (!entry.isModulo) return entry;
    const { maxRatio, maxTotalBytes } = this.#limits;
    const { name, compressedBytes } = entry;
    const byRatio = Math.max(RATIO_FLOOR_BYTES, maxRatio * compressedBytes);
    const others = this.#total - entry.bytes - (this.#more.get(name) ?? 0);
    const left = maxTotalBytes - others;
    const refuse = () =>
      byRatio <= left
        ? new LimitError(
            'limit/ratio',
            `entry ${quoteName(name)} inflates from ${compressedBytes} to more than ${byRatio} bytes (limits.maxRatio: ${maxRatio})`,
          )
        : new LimitError(
            'limit/bytes',
            `entry ${quoteName(name)} inflates to more than ${left} bytes, which the archive's other entries leave ` +
              `(limits.maxTotalBytes: ${maxTotalBytes})`,
          );
    return { ...entry, most: { bytes: Math.min(byRatio, left), refuse } };
  }

  /**
   * Counts what an entry was inflated to.
   *
   * @param {Entry} entry
   * @param {number} bytesIn
   */
  note({ name, bytes, isModulo }, bytesIn) {
    if (!isModulo) return;
    const more = Math.max(0, bytesIn - bytes);
    this.#total += more - (this.#more.get(name) ?? 0);
    this.#more.set(name, more);
  }
}
