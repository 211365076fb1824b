/** Sends small objects, so many at a time that some connections stay free for reading the archive and looking at the claim. */
export class PutQueue {
  #running = 0;
  /** @type {(() => void)[]} */
  #waiting = [];

  /**
   * @template Result
   * @param {() => Promise<Result>} put
   * @returns {Promise<Result>}
   */
  async run(put) {
    if (this.#running === MAX_PUTS) await new Promise(resolve => this.#waiting.push(() => resolve(undefined)));
    else this.#running += 1;
    try {
      return await put();
    } finally {
      // The next one takes this one's place.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** Of the 50 connections that the client has. */
const MAX_PUTS = 40;
