import { CASE_SHARE } from './case-share.js';

/**
 * How far apart the points are that a test tries, of all at which something may happen.
 *
 * @param {number} finest With all cases.
 */
export function stride(finest) {
  return Math.max(1, Math.round(finest / CASE_SHARE));
}
