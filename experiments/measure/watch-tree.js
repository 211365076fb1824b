import { watchProcessTree } from './process-tree.js';
import { watchTreeWithPs } from './ps-tree.js';

/**
 * @typedef {object} SeenTree
 * @property {[seconds: number, rssBytes: number][]} outside
 * @property {number} peakRssBytes
 * @property {number} cpuSeconds 0 where the tree's parent knows it better.
 */

/**
 * Samples a tree of processes until it is told to end it.
 *
 * @param {number | null} root Leader of a session of its own; null where it could not be started.
 * @param {number} begun On `performance.now`'s clock.
 * @param {(peakRssBytes: number) => void} onSample Told the peak up to now.
 * @returns {{ end: () => void, seen: () => SeenTree }} `end` kills whatever is left of it, and may be called again; `seen`
 *   throws what made it impossible to see the tree.
 */
export function watchTree(root, begun, onSample) {
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
    const at = (performance.now() - begun) / 1000;
    try {
      const sample = tree.sample();
      // Waited for only where it has to be: what ends meanwhile is not seen.
      const { rssBytes, peakRssBytes, cpuSeconds } = sample instanceof Promise ? await sample : sample;
      // A process that is just ending has nothing any more.
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

/** @param {number} target Process, or negative a group. */
function kill(target) {
  try {
    process.kill(target, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
