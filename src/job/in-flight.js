/**
 * The entries that are processed and whose outputs are on their way to the destination. Bytes bound how many there are.
 */
export class InFlight {
  /** @type {Set<Promise<void>>} */
  #landings = new Set();
  #bytes = 0;
  #maxBytes;
  /** @type {{ error: unknown } | null} What stops the job. */
  #failure = null;
  /** Ends the wait for room. */
  #onLanded = () => {};
  /** Those that wait for more of them. @type {(() => void)[]} */
  #gathered = [];
  /** @type {'none' | 'more' | 'full'} Whether there will soon be more, or are as many as there is room for. */
  #expected = 'none';
  #isFirst = true;

  /** @param {number} maxBytes What their outputs may take in memory. */
  constructor(maxBytes) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Waits until the outputs of another entry fit. One that is larger than the whole bound has to be alone.
   *
   * @param {number} bytes
   * @throws {unknown} The first error of a landing.
   */
  async room(bytes) {
    while (this.#landings.size > 0 && this.#bytes + bytes > this.#maxBytes) {
      this.throwIfFailed();
      this.#expect('full');
      await /** @type {Promise<void>} */ (
        new Promise(resolve => {
          this.#onLanded = resolve;
        })
      );
    }
    this.throwIfFailed();
  }

  /**
   * @param {number} bytes
   * @param {Promise<void>} landing Rejects with what stops the job.
   */
  add(bytes, landing) {
    this.#bytes += bytes;
    const landed = landing
      .catch(error => {
        this.#failure ??= { error };
      })
      .then(() => {
        this.#landings.delete(landed);
        this.#bytes -= bytes;
        this.#onLanded();
        this.#letGoIfEnough();
      });
    this.#landings.add(landed);
  }

  /**
   * Called by a landing whose outputs are ready: waits until half of all are, and several, or no more will be soon. What comes next is a request
   * that they share. The first one does not wait: its request begins the others'.
   */
  async gather() {
    const { promise, resolve } = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
    this.#gathered.push(resolve);
    this.#letGoIfEnough();
    this.#isFirst = false;
    await promise;
  }

  /** @param {boolean} isMoreExpected Whether another landing will be added within milliseconds. */
  expectMore(isMoreExpected) {
    this.#expect(isMoreExpected ? 'more' : 'none');
  }

  /** @param {'none' | 'more' | 'full'} expected */
  #expect(expected) {
    this.#expected = expected;
    this.#letGoIfEnough();
  }

  #letGoIfEnough() {
    const { length } = this.#gathered;
    // The other half keeps the connections busy.
    const areHalf = 2 * length >= this.#landings.size;
    const isEnough = { none: true, more: areHalf && length >= ENOUGH, full: areHalf };
    if (isEnough[this.#expected] || this.#isFirst) for (const resolve of this.#gathered.splice(0)) resolve();
  }

  /** Waits for all, also for those that fail. */
  async settle() {
    this.#expect('none');
    await Promise.all(this.#landings);
  }

  /** @throws {unknown} The first error of a landing. */
  throwIfFailed() {
    if (this.#failure !== null) throw this.#failure.error;
  }
}

/** Half of those for which the least function has room. */
const ENOUGH = 8;
