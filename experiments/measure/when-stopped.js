/**
 * Cleans up when a signal ends this process, or it exits by itself. The processes that are measured are in sessions of
 * their own, so that Ctrl-C does not reach them.
 *
 * @param {() => void} cleanUp Synchronous.
 * @returns {() => void} To be called when there is nothing to be cleaned up any more.
 */
export function whenStopped(cleanUp) {
  /** @param {NodeJS.Signals} signal */
  const onSignal = signal => {
    cleanUp();
    release();
    // Unless somebody else listens, the signal does what it would have done.
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
