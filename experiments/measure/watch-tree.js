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
 * @param {(rssBytes: number) => void} onSample
 * @returns {{ seen: SeenTree, end: () => void }} `end` kills whatever is left of it.
 */
export function watchTree(root, begun, onSample) {
  /** @type {SeenTree} */
  const seen = { outside: [], peakRssBytes: 0, cpuSeconds: 0 };
  if (root === null) return { seen, end: () => {} };
  const tree = process.platform === 'linux' ? watchProcessTree(root) : watchTreeWithPs(root);
  let isBusy = false;
  const timer = setInterval(take, tree.intervalMs);
  take();
  return { seen, end };

  async function take() {
    if (isBusy) return;
    isBusy = true;
    try {
      const at = (performance.now() - begun) / 1000;
      const sample = tree.sample();
      const { rssBytes, peakRssBytes, cpuSeconds } = sample instanceof Promise ? await sample : sample;
      // A process that is just ending has nothing any more.
      if (rssBytes > 0) seen.outside.push([at, rssBytes]);
      seen.peakRssBytes = Math.max(seen.peakRssBytes, peakRssBytes);
      seen.cpuSeconds = Math.max(seen.cpuSeconds, cpuSeconds);
      onSample(rssBytes);
    } finally {
      isBusy = false;
    }
  }

  function end() {
    clearInterval(timer);
    for (const target of [-(root ?? 0), ...tree.processes()]) kill(target);
  }
}

/** @param {number} target Process, or negative a group. */
function kill(target) {
  try {
    process.kill(target, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
