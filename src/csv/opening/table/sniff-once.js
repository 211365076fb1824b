import { sniffCut } from '../cut-line-end.js';

/** @import { Sample, Table } from './table.js' */

/**
 * Sniffs the sample of an entry. A header may be far longer than the sample: each time more of it has arrived the opening is read
 * again, with the same sample.
 */
export class SniffOnce {
  /** @type {{ text: string, whole: boolean, found: ReturnType<typeof sniffCut> } | null} */
  #last = null;

  /**
   * @param {Sample} sample
   * @param {(sample: Sample) => Table} sniff
   * @returns {ReturnType<typeof sniffCut>}
   */
  sniff({ text, whole }, sniff) {
    if (this.#last?.text !== text || this.#last.whole !== whole)
      this.#last = { text, whole, found: sniffCut({ text, whole }, sniff) };
    return this.#last.found;
  }

  /** The records of a sample take some memory. */
  forget() {
    this.#last = null;
  }
}
