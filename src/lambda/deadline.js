import { StoppedError } from '../errors.js';

/**
 * Pauses the job while there is time to write a checkpoint. If that takes too long, stops it while there is time to
 * write a manifest.
 *
 * @param {number} msToEnd Until the platform ends the function.
 * @returns {Deadline}
 */
export function startDeadline(msToEnd) {
  /** @param {{ ms: number, share: number }} reserve */
  const before = ({ ms, share }) => {
    const controller = new AbortController();
    const afterMs = msToEnd - Math.min(ms, msToEnd * share);
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
 * @property {AbortSignal} signal Stops the job.
 * @property {() => number} remainingMs Until the pause.
 * @property {() => void} clear
 */

// The smallest function has 7 % of a processor. With an S3 that answers immediately, it takes about a second to finish a
// part of its upload and to write a checkpoint that holds most of another part. The share applies to short timeouts.
export const PAUSE_RESERVE = { ms: 20_000, share: 0.5 };
const STOP_RESERVE = { ms: 10_000, share: 0.2 };
