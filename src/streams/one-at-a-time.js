/** Does one piece of work after the other. */
export class OneAtATime {
  /** @type {Promise<void>} */
  #previous = Promise.resolve();

  /**
   * @template Result
   * @param {() => Promise<Result>} work Begins when what was asked for before has ended, whether it failed or not.
   * @returns {Promise<Result>}
   */
  async run(work) {
    const previous = this.#previous;
    const own = Promise.withResolvers();
    this.#previous = own.promise;
    try {
      await previous;
      return await work();
    } finally {
      own.resolve(undefined);
    }
  }
}
