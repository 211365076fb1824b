/**
 * A look at the storage that many may ask for. Those who ask while a look is under way share the next one, as databases commit
 * in groups. So an answer always comes from a look that began after it was asked for.
 */
export class GroupedLook {
  #look;
  /** Settles with the latest look; never rejects. @type {Promise<void>} */
  #latest = Promise.resolve();
  /** The look that has not begun. @type {Promise<void> | null} */
  #next = null;

  /** @param {() => Promise<void>} look Never called again before it has settled. */
  constructor(look) {
    this.#look = look;
  }

  /**
   * @returns {Promise<void>}
   * @throws {unknown} What the look threw. It fails for all who waited for it; the next one looks again.
   */
  ask() {
    this.#next ??= this.#plan();
    return this.#next;
  }

  #plan() {
    const next = this.#latest.then(() => {
      this.#next = null;
      return this.#look();
    });
    this.#latest = next.catch(() => {});
    return next;
  }
}
