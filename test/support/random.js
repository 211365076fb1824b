/**
 * Random numbers that depend only on a seed (mulberry32 by Tommy Ettinger, in the public domain).
 *
 * @param {number} seed 32 bits.
 */
export function randomOf(seed) {
  let state = seed >>> 0;
  /** 32 bits. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  /** In [0, 1). */
  const fraction = () => next() / 2 ** 32;
  /** @param {number} limit */
  const below = limit => Math.floor(fraction() * limit);
  return {
    next,
    fraction,
    below,
    /** @param {number} probability */
    chance: probability => next() < probability * 2 ** 32,
    /**
     * @template Item
     * @param {readonly Item[]} items
     * @returns {Item}
     */
    pick: items => items[below(items.length)],
    /**
     * @template Item
     * @param {[weight: number, item: Item][]} items
     * @returns {Item | undefined} None where every weight is 0.
     */
    weighted(items) {
      let at = fraction() * items.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of items) {
        at -= weight;
        if (at < 0) return item;
      }
    },
    /** @param {number} length */
    bytes: length => {
      const bytes = Buffer.alloc(length);
      for (let index = 0; index < length; index++) bytes[index] = next() >>> 24;
      return bytes;
    },
  };
}

/** @typedef {ReturnType<typeof randomOf>} Random */
