import { StoppedError } from '../errors.js';

/**
 * Remembers whether an output began before the signal. One that begins after it works, so that a manifest can record how far
 * the job came.
 *
 * @param {AbortSignal | undefined} signal
 * @returns {() => void} Throws `job/stopped` if the signal has come since then.
 */
export function stopCheck(signal) {
  if (signal === undefined || signal.aborted) return () => {};
  return () => {
    if (signal.aborted) throw new StoppedError({ cause: signal.reason });
  };
}
