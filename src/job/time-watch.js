/** @import { Turn } from '../checkpoint/turn.js' */

/**
 * Watches whether a load straight into a table will be done in this turn. Its pace depends on the function's memory, the server
 * and the table's indexes, and differs by a factor of a hundred. So it is measured during the load, instead of losing a whole turn
 * to find out.
 */
export class TimeWatch {
  #tooLate = new AbortController();
  #turn;
  #bytes;
  #share;
  #clock;
  #lastLook;
  #lastDone = 0;
  #wasLate = false;
  /** Of entries that are done. */
  #bytesBefore = 0;

  /**
   * @param {Turn} turn
   * @param {object} load
   * @param {number} load.bytes Inflated, of all entries.
   * @param {boolean} load.isMerge
   * @param {() => number} [load.clock] Milliseconds.
   */
  constructor(turn, { bytes, isMerge, clock = () => performance.now() }) {
    this.#turn = turn;
    this.#bytes = bytes;
    this.#share = isMerge ? COPIED_SHARE_OF_MERGE : COPIED_SHARE;
    this.#clock = clock;
    this.#lastLook = clock();
  }

  /** Is aborted once the turn is found to be too short. */
  get signal() {
    return this.#tooLate.signal;
  }

  /** @param {number} bytesIn Inflated so far, of the entry at work. */
  note(bytesIn) {
    const now = this.#clock();
    const passed = now - this.#lastLook;
    if (passed < LOOK_MS) return;
    // For entries that are done, the work after the last byte is done too.
    const done = this.#bytesBefore / this.#share + bytesIn;
    const needed = (passed * (this.#bytes / this.#share - done)) / (done - this.#lastDone);
    const isLate = needed > this.#turn.remainingMs();
    // A single slow look may be chance: a lock, a checkpoint of the server, the rows that "replace" deletes first.
    if (isLate && this.#wasLate) this.#tooLate.abort();
    this.#wasLate = isLate;
    this.#lastLook = now;
    this.#lastDone = done;
  }

  /** @param {number} bytes Of an entry that is done. */
  add(bytes) {
    this.#bytesBefore += bytes;
  }
}

const LOOK_MS = 5_000;
/** The share of a load's time that has passed when the last byte is copied: see `npm run measure:staging`. */
const COPIED_SHARE = 0.9;
const COPIED_SHARE_OF_MERGE = 0.2;
