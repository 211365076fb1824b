/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string} title
 * @property {number} seconds Its estimated duration.
 *
 * @typedef {object} Moment
 * @property {string} title
 * @property {number} step From 1.
 * @property {number} steps
 * @property {number} secondsGone
 * @property {number} secondsLeft
 */

/** Estimates the time left, corrected by the actual durations of earlier steps. */
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

  /** @returns {number} The estimated duration of all steps. */
  get seconds() {
    return sumOf(this.steps);
  }

  /**
   * @param {string} id Of the step that begins now.
   * @returns {Moment | null} null if no later step has this id.
   */
  begin(id) {
    const index = this.steps.findIndex((step, position) => position > this.#at && step.id === id);
    if (index === -1) return null;
    this.#expected += this.steps[this.#at]?.seconds ?? 0;
    this.#at = index;
    const secondsGone = (this.now() - this.#start) / 1000;
    // Damped, so that the first steps do not upset the estimate.
    const pace = (secondsGone + DAMPING_SECONDS) / (this.#expected + DAMPING_SECONDS);
    const secondsLeft = sumOf(this.steps.slice(index)) * pace;
    return { title: this.steps[index].title, step: index + 1, steps: this.steps.length, secondsGone, secondsLeft };
  }
}

/** @param {Step[]} steps */
function sumOf(steps) {
  return steps.reduce((sum, { seconds }) => sum + seconds, 0);
}

const DAMPING_SECONDS = 5;
