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
 * How large an entry may be, inflated, for an invocation to end within 15 minutes and within its memory.
 *
 * @param {Work} work
 * @param {number} memoryMegabytes
 * @param {{ bytes: number, peakBytes: number }[]} peaks The memory that entries took, by their size. Nothing is said of
 *   memory where there is but one.
 * @returns {{ bytes: number, boundBy: 'time' | 'memory' }}
 */
export function largestEntry(work, memoryMegabytes, peaks) {
  const byTime = (work.bytes * MAX_SECONDS) / costOf(work, memoryMegabytes).durationSeconds;
  const byMemory = largestWithin(memoryMegabytes * 2 ** 20, peaks);
  return byMemory < byTime ? { bytes: byMemory, boundBy: 'memory' } : { bytes: byTime, boundBy: 'time' };
}

/**
 * Along the straight line that fits the peaks best, by least squares.
 *
 * @param {number} memoryBytes
 * @param {{ bytes: number, peakBytes: number }[]} peaks
 */
function largestWithin(memoryBytes, peaks) {
  const growth = fitPowerLaw(peaks.map(({ bytes, peakBytes }) => [bytes, peakBytes]));
  if (growth === null || growth.exponent < LEAST_GROWTH) return Number.POSITIVE_INFINITY;
  const middle = mean(peaks.map(({ bytes }) => bytes));
  const middlePeak = mean(peaks.map(({ peakBytes }) => peakBytes));
  const spread = mean(peaks.map(({ bytes }) => (bytes - middle) ** 2));
  const perByte = mean(peaks.map(({ bytes, peakBytes }) => (bytes - middle) * (peakBytes - middlePeak))) / spread;
  return Math.max(0, middle + (memoryBytes - middlePeak) / perByte);
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// Less is what the collector leaves lying about when there is more of everything, and not what the size asks for.
const LEAST_GROWTH = 0.25;
