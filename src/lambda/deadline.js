import { StoppedError } from '../errors.js';

/**
 * Tells the job to pause while there is still time to write a checkpoint, and, should that not be enough, to stop while
 * there is time to write down which entries are done.
 *
 * @param {number} remainingMs Until the platform ends the function.
 * @returns {Deadline}
 */
export function startDeadline(remainingMs) {
  /** @param {{ ms: number, share: number }} reserve */
  const before = ({ ms, share }) => {
    const controller = new AbortController();
    const afterMs = remainingMs - Math.min(ms, remainingMs * share);
    return {
      signal: controller.signal,
      timer: setTimeout(() => controller.abort(new StoppedError()), afterMs),
      afterMs,
    };
  };
  const [pause, stop] = [PAUSE_RESERVE, STOP_RESERVE].map(before);
  const start = performance.now();
  return {
    pause: pause.signal,
    signal: stop.signal,
    remainingMs: () => Math.max(0, start + pause.afterMs - performance.now()),
    clear() {
      for (const { timer } of [pause, stop]) clearTimeout(timer);
    },
  };
}

/**
 * @typedef {object} Deadline
 * @property {AbortSignal} pause
 * @property {AbortSignal} signal
 * @property {() => number} remainingMs Until the pause.
 * @property {() => void} clear
 */

// The smallest function, with 7 % of a processor, needs about a second, beside an S3 that answers at once, to end a part of its
// upload and to write a checkpoint that holds nearly another one. The share counts where there is less than that twice over.
export const PAUSE_RESERVE = { ms: 20_000, share: 0.5 };
const STOP_RESERVE = { ms: 10_000, share: 0.2 };
