import { formatBytes } from '../src/cli/units.js';

/**
 * The inflated bytes from which a run measures the work rather than the start of a process. Node's start and its imports
 * take about 0.12 s of CPU, in which the stream processes 40 to 50 MB. With less than twice that, the start would be more
 * than a third of the measured time, and dominate rates, costs and comparisons.
 */
const LEAST_BYTES = 100e6;

/**
 * @param {number} bytes Of all entries, inflated.
 * @returns {boolean} Whether its figures must not be extrapolated to other sizes.
 */
export function isTooSmall(bytes) {
  return bytes < LEAST_BYTES;
}

/** What to do instead, for the end of a sentence. */
export const USE_MORE = `use an archive with at least ${formatBytes(LEAST_BYTES)}, inflated`;
