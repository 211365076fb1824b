/**
 * What of an AbortSignal is needed to learn that somebody does not wait any more.
 *
 * @typedef {object} StopSignal
 * @property {boolean} aborted
 * @property {any} reason
 * @property {(type: 'abort', listener: () => void) => void} addEventListener
 * @property {(type: 'abort', listener: () => void) => void} removeEventListener
 */

/**
 * An AbortController and its signal in one. Node's own pair costs a small answer a twentieth of its time.
 *
 * @implements {StopSignal}
 */
export class Stop {
  aborted = false;
  /** @type {any} */
  reason = undefined;
  /** @type {(() => void)[]} */
  #listeners = [];

  /** @param {'abort'} _type @param {() => void} listener */
  addEventListener(_type, listener) {
    this.#listeners.push(listener);
  }

  /** @param {'abort'} _type @param {() => void} listener */
  removeEventListener(_type, listener) {
    const at = this.#listeners.indexOf(listener);
    if (at !== -1) this.#listeners.splice(at, 1);
  }

  /** @param {unknown} [reason] */
  abort(reason = new Error('nobody waits for it any more')) {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
