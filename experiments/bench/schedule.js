/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string} title
 * @property {number} seconds What it is expected to take.
 *
 * @typedef {object} Moment
 * @property {string} title
 * @property {number} step From 1.
 * @property {number} steps
 * @property {number} secondsGone
 * @property {number} secondsLeft
 */

/** Knows what is still to come, and corrects its expectation by what the steps before have taken. */
export class Schedule {
  #at = -1;
  #expected = 0;
  #start;

  /**
   * @param {Step[]} steps In the order in which they begin; some may be left out.
   * @param {() => number} [now] Milliseconds.
   */
  constructor(steps, now = () => performance.now()) {
    this.steps = steps;
    this.now = now;
    this.#start = now();
  }

  /** @returns {number} What all of it is expected to take. */
  get seconds() {
    return sumOf(this.steps);
  }

  /**
   * @param {string} id Of the step that begins now.
   * @returns {Moment | null} Null where there is no such step to come.
   */
  begin(id) {
    const index = this.steps.findIndex((step, place) => place > this.#at && step.id === id);
    if (index === -1) return null;
    this.#expected += this.steps[this.#at]?.seconds ?? 0;
    this.#at = index;
    const secondsGone = (this.now() - this.#start) / 1000;
    // Without some patience the first step would upset all expectations.
    const pace = (secondsGone + PATIENCE_SECONDS) / (this.#expected + PATIENCE_SECONDS);
    const secondsLeft = sumOf(this.steps.slice(index)) * pace;
    return { title: this.steps[index].title, step: index + 1, steps: this.steps.length, secondsGone, secondsLeft };
  }
}

/** @param {Step[]} steps */
function sumOf(steps) {
  return steps.reduce((sum, { seconds }) => sum + seconds, 0);
}

const PATIENCE_SECONDS = 5;
