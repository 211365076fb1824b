/**
 * How far apart the points are that a test tries, of all at which something may happen: `usual`, or less by `TEST_CASES`.
 *
 * @param {number} usual
 */
export function stride(usual) {
  return Math.max(1, Math.round(usual / Number(process.env.TEST_CASES ?? 1)));
}
