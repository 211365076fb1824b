/**
 * @typedef {{ median: number, min: number, max: number }} Spread
 */

/**
 * @param {number[]} values At least one.
 * @returns {Spread}
 */
export function spreadOf(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * What one took against another, each turn by itself: what slows the machine down for a while slows both, and falls out.
 *
 * @param {number[]} values One of each turn.
 * @param {number[]} floor The other's, of the same turns.
 * @returns {Spread}
 */
export function pairedRatio(values, floor) {
  return spreadOf(values.map((value, turn) => value / floor[turn]));
}

/**
 * How something grows with something else: the exponent `b` of `y = a·x^b`, by least squares over the logarithms. 0 is
 * not at all, 1 in proportion, 2 with the square.
 *
 * @param {[x: number, y: number][]} points At least two different `x`.
 * @returns {number}
 */
export function growthExponent(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const [meanX, meanY] = [0, 1].map(axis => logs.reduce((sum, log) => sum + log[axis], 0) / logs.length);
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
