import { watchProcessTree } from './process-tree.js';
import { watchTreeWithPs } from './ps-tree.js';

/**
 * @typedef {object} SeenTree
 * @property {[seconds: number, rssBytes: number][]} outside
 * @property {number} peakRssBytes
 * @property {number} cpuSeconds 0 if the parent process has a better figure.
 */

/**
 * Samples a process tree until `end` is called.
 *
 * @param {number | null} root Leader of its own session; null if it could not be started.
 * @param {number} startedAt By `performance.now`.
 * @param {(peakRssBytes: number) => void} onSample Called with the peak so far.
 * @returns {{ end: () => void, seen: () => SeenTree }} `end` kills what is left of the tree, and may be called again; `seen`
 *   throws the error that prevented sampling, if any.
 */
export function watchTree(root, startedAt, onSample) {
  /** @type {SeenTree} */
  const seen = { outside: [], peakRssBytes: 0, cpuSeconds: 0 };
  if (root === null) return { end: () => {}, seen: () => seen };
  const tree = process.platform === 'linux' ? watchProcessTree(root) : watchTreeWithPs(root);
  /** @type {unknown} */
  let error = null;
  let isBusy = false;
  const first = setImmediate(take);
  const timer = setInterval(take, tree.intervalMs);

  async function take() {
    if (isBusy) return;
    isBusy = true;
    const at = (performance.now() - startedAt) / 1000;
    try {
      const sample = tree.sample();
      // Awaited only if necessary: during the wait, a process may end unseen.
      const { rssBytes, peakRssBytes, cpuSeconds } = sample instanceof Promise ? await sample : sample;
      // 0 for a process that is just ending.
      if (rssBytes > 0) seen.outside.push([at, rssBytes]);
      seen.peakRssBytes = Math.max(seen.peakRssBytes, peakRssBytes);
      seen.cpuSeconds = Math.max(seen.cpuSeconds, cpuSeconds);
      onSample(seen.peakRssBytes);
    } catch (cause) {
      error ??= cause;
    } finally {
      isBusy = false;
    }
  }

  function end() {
    clearImmediate(first);
    clearInterval(timer);
    for (const target of [-Number(root), ...tree.processes()]) kill(target);
  }

  return {
    end,
    seen: () => {
      if (error !== null) throw error;
      return seen;
    },
  };
}

/** @param {number} target A process; negative for a group. */
function kill(target) {
  try {
    process.kill(target, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
