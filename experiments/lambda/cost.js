import { fitPowerLaw } from '../power-law.js';
import { MAX_SECONDS, MEGABYTES_PER_CPU, PRICES } from './prices.js';

/**
 * @typedef {object} Work What was measured where nothing held it up.
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
 * What the same work takes and costs in a function, if a second of its CPU does what a second of this one did. The share
 * of a CPU decides; where it is more than one, work that one thread does is no faster for it.
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
 * How large an entry may be, inflated, for an invocation to end within 15 minutes and within its memory. One size tells
 * neither what a start takes nor how memory grows; of a small archive the start is nearly all.
 *
 * @param {(Work & { peakBytes: number })[]} sizes What entries took, with the memory.
 * @param {number} memoryMegabytes
 * @returns {{ bytes: number, boundBy: 'time' | 'memory' } | null} Null where that was not seen at two sizes.
 */
export function largestEntry(sizes, memoryMegabytes) {
  const growth = fitPowerLaw(sizes.map(({ bytes, peakBytes }) => [bytes, peakBytes]));
  if (growth === null) return null;
  const durations = sizes.map(work => [work.bytes, costOf(work, memoryMegabytes).durationSeconds]);
  const peaks = sizes.map(({ bytes, peakBytes }) => [bytes, peakBytes]);
  const byTime = whereLineReaches(MAX_SECONDS, durations);
  const byMemory =
    growth.exponent < LEAST_GROWTH ? Number.POSITIVE_INFINITY : whereLineReaches(memoryMegabytes * 2 ** 20, peaks);
  if (byMemory < byTime) return { bytes: byMemory, boundBy: 'memory' };
  return byTime === Number.POSITIVE_INFINITY ? null : { bytes: byTime, boundBy: 'time' };
}

/**
 * Along the straight line that fits best, by least squares.
 *
 * @param {number} limit
 * @param {number[][]} points
 * @returns {number} Infinity where it does not rise.
 */
function whereLineReaches(limit, points) {
  const [middleX, middleY] = [0, 1].map(axis => mean(points.map(point => point[axis])));
  const spread = mean(points.map(([x]) => (x - middleX) ** 2));
  const slope = mean(points.map(([x, y]) => (x - middleX) * (y - middleY))) / spread;
  return slope > 0 ? Math.max(0, middleX + (limit - middleY) / slope) : Number.POSITIVE_INFINITY;
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// Less is what the collector leaves lying about when there is more of everything, and not what the size asks for.
const LEAST_GROWTH = 0.25;
