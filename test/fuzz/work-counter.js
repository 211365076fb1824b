import { Session } from 'node:inspector';

/**
 * Counts how often the blocks of code are run: the work that a call takes, the same in every run. What V8 does inside of its
 * own functions is not counted. Only code that is imported afterwards is counted.
 */
export class WorkCounter {
  #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /**
   * @param {() => unknown} act May be asynchronous, and may fail.
   * @returns {Promise<number>}
   */
  async count(act) {
    this.take();
    try {
      await act();
    } catch {}
    return this.take();
  }

  /** @returns {number} What was run since the last call. */
  take() {
    let sum = 0;
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error;
      for (const { url, functions } of coverage.result) {
        if (!url.startsWith('file:')) continue;
        for (const { ranges } of functions) for (const { count } of ranges) sum += count;
      }
    });
    return sum;
  }
}
