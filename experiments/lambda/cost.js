import { fitPowerLaw } from '../power-law.js';
import { MAX_SECONDS, MEGABYTES_PER_CPU, PRICES } from './prices.js';

/**
 * @typedef {object} Work Measured without CPU or memory limits.
 * @property {number} wallSeconds
 * @property {number} cpuSeconds
 * @property {number} bytes Of all entries, inflated.
 *
 * @typedef {object} Cost
 * @property {number} durationSeconds Of the invocation.
 * @property {number} dollarsPerArchive
 * @property {number} dollarsPerTerabyte Of 10^12 bytes, inflated.
 */

/**
 * Duration and cost of the work in a function, assuming that Lambda's CPU is as fast as the measured one. The function's CPU
 * share limits it, but more than one CPU does not make single-threaded work faster.
 *
 * @param {Work} work
 * @param {number} memoryMegabytes
 * @param {keyof typeof PRICES.gigabyteSecond} [architecture]
 * @returns {Cost}
 */
export function costOf({ wallSeconds, cpuSeconds, bytes }, memoryMegabytes, architecture = 'x86_64') {
  const durationSeconds = Math.max(wallSeconds, (cpuSeconds * MEGABYTES_PER_CPU) / memoryMegabytes);
  const dollarsPerArchive =
    (durationSeconds * memoryMegabytes * PRICES.gigabyteSecond[architecture]) / 1_024 + PRICES.invocation;
  return { durationSeconds, dollarsPerArchive, dollarsPerTerabyte: (dollarsPerArchive / bytes) * 1e12 };
}

/**
 * The largest entry, inflated, that an invocation can process within 15 minutes and its memory. Extrapolates from several
 * sizes: a single one shows neither the cost of the start nor how memory grows.
 *
 * @param {(Work & { peakBytes: number })[]} sizes Entries of several sizes.
 * @param {number} memoryMegabytes
 * @returns {{ bytes: number, boundBy: 'time' | 'memory' } | null} null with fewer than two sizes.
 */
export function largestEntry(sizes, memoryMegabytes) {
  const growth = fitPowerLaw(sizes.map(({ bytes, peakBytes }) => [bytes, peakBytes]));
  if (growth === null) return null;
  const durations = sizes.map(work => [work.bytes, costOf(work, memoryMegabytes).durationSeconds]);
  const peaks = sizes.map(({ bytes, peakBytes }) => [bytes, peakBytes]);
  const byTime = lineReaches(MAX_SECONDS, durations);
  const byMemory =
    growth.exponent < LEAST_GROWTH ? Number.POSITIVE_INFINITY : lineReaches(memoryMegabytes * 2 ** 20, peaks);
  if (byMemory < byTime) return { bytes: byMemory, boundBy: 'memory' };
  return byTime === Number.POSITIVE_INFINITY ? null : { bytes: byTime, boundBy: 'time' };
}

/**
 * The x at which the straight line of best fit (least squares) reaches the limit.
 *
 * @param {number} limit
 * @param {number[][]} points
 * @returns {number} Infinity if the line does not rise.
 */
function lineReaches(limit, points) {
  const [middleX, middleY] = [0, 1].map(axis => mean(points.map(point => point[axis])));
  const spread = mean(points.map(([x]) => (x - middleX) ** 2));
  const slope = mean(points.map(([x, y]) => (x - middleX) * (y - middleY))) / spread;
  return slope > 0 ? Math.max(0, middleX + (limit - middleY) / slope) : Number.POSITIVE_INFINITY;
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// A smaller exponent is garbage that was not collected yet rather than growth with the size.
const LEAST_GROWTH = 0.25;
