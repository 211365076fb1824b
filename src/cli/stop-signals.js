import { StoppedError } from '../errors.js';

/**
 * The first signal, or the end of the time that there is, stops the job; the next signal ends the process at once.
 *
 * @param {object} options
 * @param {boolean} options.pauses Whether there is a checkpoint: then the job is let come to a point where it can go on
 *   from.
 * @param {number | undefined} options.budget Seconds.
 * @returns {{ signal: AbortSignal, pause: AbortSignal, forget: () => void }}
 */
export function stopOnSignals({ pauses, budget }) {
  const [abort, pause] = [new AbortController(), new AbortController()];
  const stop = () => (pauses ? pause : abort).abort(new StoppedError());
  const listenNoMore = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  const onSignal = () => {
    listenNoMore();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const timer = budget === undefined ? undefined : setTimeout(stop, budget * 1000);
  return {
    signal: abort.signal,
    pause: pause.signal,
    forget() {
      clearTimeout(timer);
      listenNoMore();
    },
  };
}

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
