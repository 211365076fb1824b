import { StoppedError } from '../errors.js';

/**
 * Stops the job at the first signal, or when the budget is used up. The next signal ends the process immediately.
 *
 * @param {object} options
 * @param {boolean} options.pauses Whether the job has a checkpoint: it is then paused and stops where it can resume.
 * @param {number | undefined} options.budget Seconds.
 * @returns {{ signal: AbortSignal, pause: AbortSignal, isBudgetUsed: () => boolean, forget: () => void }} `isBudgetUsed`: whether
 *   that, and no signal, stopped the job. `forget` stops listening.
 */
export function stopOnSignals({ pauses, budget }) {
  const [abort, pause] = [new AbortController(), new AbortController()];
  const stop = () => (pauses ? pause : abort).abort(new StoppedError());
  const stopListening = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  const onSignal = () => {
    stopListening();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  let isBudgetUsed = false;
  const onBudget = () => {
    isBudgetUsed = !abort.signal.aborted && !pause.signal.aborted;
    stop();
  };
  const timer = budget === undefined ? undefined : setTimeout(onBudget, budget * 1000);
  return {
    signal: abort.signal,
    pause: pause.signal,
    isBudgetUsed: () => isBudgetUsed,
    forget() {
      clearTimeout(timer);
      stopListening();
    },
  };
}

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
