/** @typedef {ReturnType<typeof seededRandom>} Random */

/**
 * Chance that repeats itself (mulberry32, by Tommy Ettinger).
 *
 * @param {number} seed
 */
export function seededRandom(seed) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (/** @type {number} */ limit) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (/** @type {number} */ share) => next() < share,
    /**
     * @template T
     * @param {[weight: number, item: T][]} list
     * @returns {T | undefined} Nothing where nothing weighs anything.
     */
    weighed(list) {
      let at = next() * list.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of list) {
        at -= weight;
        if (at < 0) return item;
      }
    },
    /** @template T @param {T[]} list @returns {T} */
    pick: list => /** @type {T} */ (list[below(list.length)]),
  };
}
