import { costOf, largestEntry } from '../lambda/cost.js';

/** @import { Variant } from '../results.js' */
/** @import { Cost, Work } from '../lambda/cost.js' */
/** @import { Results } from '../results.js' */
/** @import { Summary } from './summary.js' */

/**
 * @typedef {Cost & { memoryMegabytes: number, largestBytes: number, boundBy: 'time' | 'memory' }} CostAtSize
 *
 * @typedef {object} VariantCosts
 * @property {Variant} variant
 * @property {CostAtSize[]} sizes Those at which it finished, from the smallest.
 */

/**
 * What each variant costs on Lambda at the memory sizes at which it finished, by what it took on the largest input.
 *
 * @param {Results} results
 * @param {Summary} summary
 * @returns {VariantCosts[]} In the order of `VARIANTS`.
 */
export function costsOf({ inputs }, { largest, variants }) {
  return variants.map(({ variant, atLargest, measured, trials }) => {
    if (atLargest === null) return { variant, sizes: [] };
    /** @type {Work} */
    const work = {
      wallSeconds: atLargest.wallSeconds.median,
      cpuSeconds: atLargest.cpuSeconds.median,
      bytes: largest.bytes,
    };
    const peaks = measured.flatMap((cell, input) =>
      cell ? [{ bytes: inputs[input].bytes, peakBytes: cell.peakRssBytes.median }] : [],
    );
    const sizes = trials
      .filter(({ outcome }) => outcome === 'finished')
      .map(({ memoryMegabytes }) => {
        const { bytes, boundBy } = largestEntry(work, memoryMegabytes, peaks);
        return { memoryMegabytes, ...costOf(work, memoryMegabytes), largestBytes: bytes, boundBy };
      });
    return { variant, sizes };
  });
}
