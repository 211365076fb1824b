import { watchContainer } from './watch-container.js';

/** @import { Invocation } from '../../scripts/local-stack/invoke-function.js' */
/** @import { Runner } from '../../scripts/local-stack/start-local-stack.js' */

/**
 * @typedef {object} WatchedInvocation
 * @property {Invocation} invocation
 * @property {string | undefined} line The last line that the function logged.
 * @property {number} wallSeconds
 * @property {number} cpuSeconds Of the container.
 * @property {number} containerPeakBytes
 */

/**
 * Makes a function that invokes the Lambda function within CPU limits and measures its container.
 *
 * @param {Runner & { functionFolder: string }} runner
 * @param {{ cpuShare: number, cpuSeconds: number }} limits
 * @param {AbortSignal} stop
 * @returns {(event: unknown) => Promise<WatchedInvocation>}
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
