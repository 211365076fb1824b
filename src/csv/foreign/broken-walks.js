/**
 * Remembers which walks through the fields of a record have failed. A later walk, which began on another line, often arrives
 * at the beginning of a field where an earlier one was: it then fails in the same way, or goes on where the earlier one
 * had to stop. So each text is walked through a bounded number of times, however many broken quotes it has.
 */
export class BrokenWalks {
  constructor() {
    this.length = 0;
    /** For each position: 0, or a number from 1 for one of the `ends`. Allocated when it is needed. */
    this.fates = new Uint8Array(0);
    this.isUsed = false;
    /**
     * How walks have ended: with a fault, or at the limit. `field` is then the last field that was reached, `searched` where to
     * go on with the search for its closing quote.
     * @type {{ fault: Fault | null, field: number, searched: number }[]}
     */
    this.ends = [];
    /** @type {number[]} Where the fields of the current walk begin. */
    this.visited = [];
    /** The number of the end that the current walk goes on from; 0 if there is none. */
    this.joined = 0;
  }

  /** @param {number} length Of the text. */
  begin(length) {
    if (this.isUsed) this.forget();
    if (this.fates.length > MAX_IDLE_BYTES) this.fates = new Uint8Array(0);
    this.length = length;
  }

  beginWalk() {
    this.visited.length = 0;
    this.joined = 0;
  }

  /**
   * Tells that the current walk has arrived at a field.
   *
   * @param {number} position
   * @returns {{ fault: Fault | null, field: number, searched: number } | null} How an earlier walk from there has ended.
   */
  visit(position) {
    const fate = this.isUsed ? this.fates[position] : 0;
    this.visited.push(position);
    if (fate === 0) return null;
    const end = this.ends[fate - 1];
    if (end.fault === null) this.joined = fate;
    return end;
  }

  /**
   * Ends the current walk with a fault.
   *
   * @param {Fault} fault
   */
  break(fault) {
    this.mark(this.numberOf({ fault, field: 0, searched: 0 }));
  }

  /**
   * Ends the current walk at the limit.
   *
   * @param {number} field
   * @param {number} searched
   */
  stop(field, searched) {
    const end = { fault: null, field, searched };
    if (this.joined === 0) this.mark(this.numberOf(end));
    else {
      this.ends[this.joined - 1] = end;
      this.mark(this.joined);
    }
  }

  /** @param {{ fault: Fault | null, field: number, searched: number }} end */
  numberOf(end) {
    const known = end.fault === null ? -1 : this.ends.findIndex(({ fault }) => fault === end.fault);
    if (known !== -1) return known + 1;
    if (this.ends.length === MAX_ENDS) this.forget();
    return this.ends.push(end);
  }

  /** @param {number} number */
  mark(number) {
    if (this.fates.length <= this.length) this.fates = new Uint8Array(this.length + 1);
    this.isUsed = true;
    for (const position of this.visited) this.fates[position] = number;
  }

  forget() {
    this.fates.fill(0, 0, this.length + 1);
    this.ends = [];
    this.isUsed = false;
  }
}

/** @typedef {'csv/after-quote' | 'csv/unterminated-quote'} Fault */

const MAX_ENDS = 255;
const MAX_IDLE_BYTES = 1024 ** 2;
