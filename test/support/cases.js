/** The share of all cases that tests try which draw or step through them: a tenth, or `TEST_CASES`. */
const SHARE = Number(process.env.TEST_CASES ?? 0.1);

/** Whether they try them all. */
export const drawsAll = SHARE >= 1;

/**
 * How many cases a test draws.
 *
 * @param {number} all
 */
export function caseCount(all) {
  return Math.ceil(all * SHARE);
}

/**
 * How far apart the points are that a test tries, of all at which something may happen.
 *
 * @param {number} finest With all cases.
 */
export function stride(finest) {
  return Math.max(1, Math.round(finest / SHARE));
}
