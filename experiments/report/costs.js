import { costOf, largestEntry } from '../lambda/cost.js';
import { MAX_SECONDS } from '../lambda/prices.js';

/** @import { Variant } from '../results.js' */
/** @import { Cost, Work } from '../lambda/cost.js' */
/** @import { Results } from '../results.js' */
/** @import { Measured, Summary } from './summary.js' */

/**
 * @typedef {Cost & { memoryMegabytes: number, largest: ReturnType<typeof largestEntry> }} CostAtSize
 *
 * @typedef {object} VariantCosts
 * @property {Variant} variant
 * @property {CostAtSize[]} sizes Those at which it finished, within Lambda's 15 minutes, in ascending order. Empty if the
 *   archive is too small: the start of Node, which Lambda does not bill for each archive, would dominate.
 */

/**
 * The cost of each variant on Lambda, by memory size, from its measurements on the largest input.
 *
 * @param {Results} results
 * @param {Summary} summary
 * @returns {VariantCosts[]} In the order of `VARIANTS`.
 */
export function costsOf({ inputs }, { variants, isTooSmall }) {
  return variants.map(({ variant, atLargest, measured, trials }) => {
    if (atLargest === null || isTooSmall) return { variant, sizes: [] };
    const works = measured.flatMap((cell, input) => (cell ? [workOf(cell, inputs[input].bytes)] : []));
    const sizes = trials
      .filter(({ outcome }) => outcome === 'finished')
      .map(({ memoryMegabytes }) => ({
        memoryMegabytes,
        ...costOf(works[works.length - 1], memoryMegabytes),
        largest: largestEntry(works, memoryMegabytes),
      }))
      // Lambda cannot run longer ones at all.
      .filter(({ durationSeconds }) => durationSeconds <= MAX_SECONDS);
    return { variant, sizes };
  });
}

/**
 * @param {Measured} cell
 * @param {number} bytes
 * @returns {Work & { peakBytes: number }}
 */
function workOf({ wallSeconds, cpuSeconds, peakRssBytes }, bytes) {
  return {
    wallSeconds: wallSeconds.median,
    cpuSeconds: cpuSeconds.median,
    bytes,
    peakBytes: peakRssBytes.median,
  };
}
