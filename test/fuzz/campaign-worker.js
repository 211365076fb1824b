import { addOutcome } from './tally.js';

/** @import { Batch, BatchResult } from './campaign-pool.js' */

// A process of `campaign-pool.js`. An uncaught error ends it, which is a finding.
process.on('message', async (/** @type {Batch} */ batch) => {
  process.send?.(await tryBatch(batch));
});
// Ctrl-C reaches children too, but the parent ends them.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

/**
 * @param {Batch} batch
 * @returns {Promise<BatchResult>}
 */
async function tryBatch({ campaign, from, count }) {
  const { tryCase } = await import(`./${campaign}.js`);
  /** @type {BatchResult} */
  const result = { tally: {}, wrong: [], worst: [], heldBytes: 0, rssBytes: 0 };
  for (let seed = from; seed < from + count; seed++) {
    try {
      const { category, outcome, worst } = await tryCase(seed);
      addOutcome(result.tally, category, outcome);
      if (worst) result.worst.push(worst);
    } catch (error) {
      const { message, input } = /** @type {Error & { input?: Uint8Array }} */ (error);
      result.wrong.push({ seed, message, ...(input && { input }) });
    }
  }
  // Unhandled rejections are reported after the microtasks.
  await new Promise(setImmediate);
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { ...result, heldBytes: heapUsed + external, rssBytes: rss };
}
