import { ArchiveError, LimitError } from '../errors.js';

/**
 * Why entries of an archive are refused, by their index. There may be as many as entries, so they are kept as code and text: an
 * error object would keep its stack too. Beyond the first thousand, only the codes are kept.
 */
export class Refusals {
  /** @type {Map<number, { code: string, message: string }>} */
  #reasons = new Map();
  /** What those without a text share, by code. @type {Map<string, { code: string, message: string }>} */
  #codes = new Map();
  #described = 0;

  /** @param {number} index */
  has(index) {
    return this.#reasons.has(index);
  }

  /**
   * @param {number} index
   * @returns {string | undefined}
   */
  codeOf(index) {
    return this.#reasons.get(index)?.code;
  }

  /**
   * @param {number} index
   * @returns {ArchiveError | LimitError | null} A new one. Its message is empty if only the code was kept.
   */
  get(index) {
    const reason = this.#reasons.get(index);
    if (reason === undefined) return null;
    const KnownError = reason.code.startsWith('limit/') ? LimitError : ArchiveError;
    return new KnownError(reason.code, reason.message);
  }

  /**
   * @param {number} index
   * @param {{ code: string, message: string }} error
   */
  set(index, { code, message }) {
    if (this.#reasons.get(index)?.message) this.#described -= 1;
    const isDescribed = message !== '' && this.#described < MAX_DESCRIBED;
    if (isDescribed) this.#described += 1;
    this.#reasons.set(index, isDescribed ? { code, message } : this.#codeOnly(code));
  }

  /** @param {string} code */
  #codeOnly(code) {
    const known = this.#codes.get(code);
    if (known !== undefined) return known;
    const reason = { code, message: '' };
    this.#codes.set(code, reason);
    return reason;
  }

  /** @returns {Generator<[index: number, code: string, message: string], void>} In the order in which they were set first. */
  *entries() {
    for (const [index, { code, message }] of this.#reasons) yield [index, code, message];
  }
}

const MAX_DESCRIBED = 1000;
