import { pendingOutcome } from '../entry-outcome.js';
import { USES_ALL } from './outcomes.js';

/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { Outcomes } from './outcomes.js' */

/**
 * The outcomes as they are now, for a manifest that is written while entries go on: an entry that is pending now stays pending here.
 * A pending entry is the only one that changes, so it takes a bit of each to know them.
 */
export class FrozenOutcomes {
  #outcomes;
  #pending;
  #totals;

  /** @param {Outcomes} outcomes */
  constructor(outcomes) {
    this.#outcomes = outcomes;
    this.length = outcomes.length;
    this.paths = outcomes.paths;
    this.#pending = new Uint8Array(Math.ceil(this.length / 8));
    for (let index = 0; index < this.length; index++) {
      if (outcomes.isPending(index)) this.#pending[index >> 3] |= 1 << (index & 7);
    }
    this.#totals = outcomes.sumUp();
  }

  /** @param {number} index */
  isPending(index) {
    return (this.#pending[index >> 3] & (1 << (index & 7))) !== 0;
  }

  /**
   * @param {number} index
   * @returns {number} As `Outcomes.uses()` says.
   */
  uses(index) {
    return this.isPending(index) ? USES_ALL : this.#outcomes.uses(index);
  }

  sumUp() {
    return this.#totals;
  }

  /**
   * @param {number} index
   * @returns {EntryOutcome} A copy.
   */
  get(index) {
    const outcome = this.#outcomes.get(index);
    if (!this.isPending(index) || outcome.status === 'pending') return outcome;
    const { path: name, action, crc32 } = outcome;
    return { ...pendingOutcome({ name, crc32: null }, action), crc32 };
  }

  /** @returns {Generator<EntryOutcome, void>} */
  *[Symbol.iterator]() {
    for (let index = 0; index < this.length; index++) yield this.get(index);
  }
}
