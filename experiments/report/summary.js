import { fitPowerLaw } from '../power-law.js';
import { MEMORY_SIZES, VARIANTS } from '../results.js';
import { isTooSmall } from '../too-small.js';

/** @import { Input, Results, Run, Variant } from '../results.js' */
/** @import { PowerLaw } from '../power-law.js' */

/**
 * @typedef {object} Spread
 * @property {number} median
 * @property {number} min
 * @property {number} max
 *
 * @typedef {Record<typeof MEASURES[number], Spread>} Measured One variant on one input.
 *
 * @typedef {object} Trial A variant in one memory size. `outcome` is null if not tried.
 * @property {number} memoryMegabytes
 * @property {'finished' | 'killed' | 'failed' | null} outcome
 * @property {string | null} reason
 * @property {number | null} wallSeconds
 *
 * @typedef {object} VariantSummary
 * @property {Variant} variant
 * @property {(Measured | null)[]} measured By input; null if it did not finish.
 * @property {(string | null)[]} failures By input: why it did not finish.
 * @property {Measured | null} atLargest On the largest input.
 * @property {Run | null} typicalRun The run of median peak memory on the largest input.
 * @property {PowerLaw | null} growth Of the peak memory with the input's bytes. null with a single input, or if all are too
 *   small: then the start of Node dominates.
 * @property {Trial[]} trials By memory size, from the smallest.
 * @property {number | null} smallestMegabytes The smallest size from which it always finished.
 *
 * @typedef {object} Summary
 * @property {Input} largest
 * @property {boolean} isTooSmall Whether even the largest is too small to compare variants or extrapolate.
 * @property {VariantSummary[]} variants In the order of `VARIANTS`.
 * @property {boolean} isLimited Whether memory limits were tried at all.
 */

/**
 * Medians and spread, growth and survival of each variant.
 *
 * @param {Results} results
 * @returns {Summary}
 */
export function summarize(results) {
  const largest = results.inputs[results.inputs.length - 1];
  return {
    largest,
    isTooSmall: isTooSmall(largest.bytes),
    variants: VARIANTS.map(variant => summarizeVariant(variant, results)),
    isLimited: results.survival.attempts.length > 0,
  };
}

/**
 * @param {Variant} variant
 * @param {Results} results
 * @returns {VariantSummary}
 */
function summarizeVariant(variant, { inputs, runs, survival }) {
  const byInput = inputs.map((_, input) => runs.filter(run => run.variant === variant && run.input === input));
  const failures = byInput.map(some => some.find(({ failure }) => failure !== null)?.failure ?? null);
  const finished = byInput.map((some, input) => (failures[input] === null ? some : []));
  const measured = finished.map(measure);
  const trials = tryOut(survival.attempts.filter(attempt => attempt.variant === variant));
  return {
    variant,
    measured,
    failures,
    atLargest: measured[inputs.length - 1],
    typicalRun: typical(finished[inputs.length - 1]),
    growth: isTooSmall(inputs[inputs.length - 1].bytes) ? null : growthOf(measured, inputs),
    trials,
    smallestMegabytes: smallestOf(trials),
  };
}

/**
 * @param {(Measured | null)[]} measured
 * @param {Input[]} inputs
 */
function growthOf(measured, inputs) {
  /** @type {[x: number, y: number][]} */
  const points = measured.flatMap((cell, input) => (cell ? [[inputs[input].bytes, cell.peakRssBytes.median]] : []));
  return fitPowerLaw(points);
}

/**
 * @param {Run[]} runs
 * @returns {Measured | null}
 */
function measure(runs) {
  if (runs.length === 0) return null;
  return /** @type {Measured} */ (
    Object.fromEntries(MEASURES.map(name => [name, spreadOf(runs.map(run => run[name]))]))
  );
}

/**
 * @param {number[]} values At least one.
 * @returns {Spread}
 */
export function spreadOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
  return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}

/** @param {Run[]} runs */
function typical(runs) {
  const sorted = runs.toSorted((a, b) => a.peakRssBytes - b.peakRssBytes);
  return sorted.at((sorted.length - 1) >> 1) ?? null;
}

/**
 * Groups attempts by memory size. A variant survives a size only if all attempts finished.
 *
 * @param {Results['survival']['attempts']} attempts Of one variant.
 * @returns {Trial[]}
 */
function tryOut(attempts) {
  const sizes = new Set([...MEMORY_SIZES, ...attempts.map(({ memoryMegabytes }) => memoryMegabytes)]);
  return [...sizes]
    .toSorted((a, b) => a - b)
    .map(memoryMegabytes => {
      const here = attempts.filter(attempt => attempt.memoryMegabytes === memoryMegabytes);
      const { outcome, reason, wallSeconds } = here.find(({ outcome }) => outcome !== 'finished') ?? here[0] ?? UNTRIED;
      return { memoryMegabytes, outcome, reason, wallSeconds };
    });
}

/** @param {Trial[]} trials */
function smallestOf(trials) {
  const tried = trials.filter(({ outcome }) => outcome !== null);
  const lastUnfinished = tried.findLastIndex(({ outcome }) => outcome !== 'finished');
  return tried[lastUnfinished + 1]?.memoryMegabytes ?? null;
}

const MEASURES = /** @type {const} */ ([
  'wallSeconds',
  'cpuSeconds',
  'peakRssBytes',
  'peakHeapBytes',
  'peakExternalBytes',
  'peakArrayBuffersBytes',
  'heapAtEndBytes',
]);
const UNTRIED = { outcome: null, reason: null, wallSeconds: null };
