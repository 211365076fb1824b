import { formatBytes } from '../src/cli/units.js';

/**
 * From how many inflated bytes on a run tells of the work, and not of the start of a process. Node's start and its
 * imports take some 0.12 s of CPU, in which the stream gets through 40 to 50 MB: with less than twice that the start is
 * more than a third of what was measured, and rates, costs and comparisons would be those of the start.
 */
export const LEAST_BYTES = 100e6;

/**
 * @param {number} bytes Of all entries, inflated.
 * @returns {boolean} Whether figures of it must not be carried over to other sizes.
 */
export function isTooSmall(bytes) {
  return bytes < LEAST_BYTES;
}

/** What to do instead, for the end of a sentence. */
export const USE_MORE = `use an archive with at least ${formatBytes(LEAST_BYTES)}, inflated`;
