import { watchContainer } from '../sam/watch-container.js';

/** @import { Invocation } from '../loop/invoke-function.js' */
/** @import { Runner } from '../loop/start-loop.js' */

/**
 * @typedef {object} WatchedInvocation
 * @property {Invocation} invocation
 * @property {string | undefined} line What the function logged last.
 * @property {number} wallSeconds
 * @property {number} cpuSeconds The container's.
 * @property {number} containerPeakBytes
 */

/**
 * @param {Runner & { functionFolder: string }} runner
 * @param {{ cpuShare: number, cpuSeconds: number }} limits
 * @param {AbortSignal} stop
 * @returns {(event: unknown) => Promise<WatchedInvocation>} Invokes the function within these limits.
 */
export function invokeWatched(runner, limits, stop) {
  /** @type {Set<string>} */
  const known = new Set();
  return async event => {
    const start = performance.now();
    const over = new AbortController();
    /** @type {string | undefined} */
    let line;
    const invoked = runner.invoke(event, {
      signal: stop,
      onLog: last => {
        line = last;
      },
      onProgress: () => {},
    });
    const [invocation, { cpuSeconds, peakBytes }] = await Promise.all([
      invoked.finally(() => over.abort()),
      watchContainer({ ...limits, folder: runner.functionFolder, known, over: over.signal }),
    ]);
    const wallSeconds = (performance.now() - start) / 1000;
    return { invocation, line, wallSeconds, cpuSeconds, containerPeakBytes: peakBytes };
  };
}
