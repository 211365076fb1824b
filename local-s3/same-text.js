import { timingSafeEqual } from 'node:crypto';

/**
 * Compares two texts in constant time.
 *
 * @param {string} expected
 * @param {string} actual
 */
export function sameText(expected, actual) {
  const [left, right] = [Buffer.from(expected), Buffer.from(actual)];
  return left.length === right.length && timingSafeEqual(left, right);
}
