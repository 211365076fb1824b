/**
 * @param {number} largest In milliseconds.
 * @returns {number[]} The round trips to measure with.
 */
export function roundTripsOf(largest) {
  return [...new Set([0, Math.round(largest / 10), Math.round(largest / 2), largest])];
}
