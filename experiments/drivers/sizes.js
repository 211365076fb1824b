/**
 * @param {Record<string, number>} options
 * @returns {{ sizes: number[], slowSizes: number[], stalled: number }} In rows: with no delay, with one, and for a client that
 *   stalls.
 */
export function sizesOf({ rows, 'stalled-rows': stalled }) {
  const [small, middle] = [Math.ceil(rows / 100), Math.ceil(rows / 10)];
  return { sizes: [small, middle, rows], slowSizes: [small, middle], stalled };
}
