/**
 * @param {readonly number[]} numbers In ascending order. The first one is not above the limit.
 * @param {number} limit
 * @returns {number} The index of the last number that is not above the limit.
 */
export function lastUpTo(numbers, limit) {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] <= limit) low = middle;
    else high = middle;
  }
  return low;
}
