/**
 * @typedef {object} PowerLaw `y = factor · x ** exponent`.
 * @property {number} exponent 0: no growth. 1: proportional growth.
 * @property {number} factor
 */

/**
 * Fits a power law by least squares over the logarithms.
 *
 * @param {[x: number, y: number][]} points
 * @returns {PowerLaw | null} null with fewer than two different x above 0.
 */
export function fitPowerLaw(points) {
  const logs = points.filter(([x, y]) => x > 0 && y > 0).map(([x, y]) => [Math.log(x), Math.log(y)]);
  const middleX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const middleY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const spread = logs.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
  if (logs.length < 2 || spread < LEAST_SPREAD) return null;
  const exponent = logs.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0) / spread;
  return { exponent, factor: Math.exp(middleY - exponent * middleX) };
}

/** Of the logarithms. Inputs that differ by less than a percent do not show growth. */
const LEAST_SPREAD = 1e-4;
