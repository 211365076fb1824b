/**
 * Cleans up when a signal ends this process, or it exits by itself. Necessary because measured processes have their own
 * sessions, which Ctrl-C does not reach.
 *
 * @param {() => void} cleanUp Synchronous.
 * @returns {() => void} Cancels this.
 */
export function whenStopped(cleanUp) {
  /** @param {NodeJS.Signals} signal */
  const onSignal = signal => {
    cleanUp();
    release();
    // Without other listeners, the signal takes its default action.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const release = () => {
    process.off('exit', cleanUp);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  process.on('exit', cleanUp);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return release;
}

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
