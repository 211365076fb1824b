/**
 * Random numbers that a seed decides (Tommy Ettinger's mulberry32, in the public domain): the same on every machine.
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
  /** @param {number} limit */
  const below = limit => Math.floor((next() / 2 ** 32) * limit);
  return {
    next,
    below,
    /** @param {number} probability */
    chance: probability => next() < probability * 2 ** 32,
    /**
     * @template Item
     * @param {readonly Item[]} items
     * @returns {Item}
     */
    pick: items => items[below(items.length)],
    /** @param {number} length */
    bytes: length => Buffer.from(Uint8Array.from({ length }, () => below(256))),
  };
}

/** @typedef {ReturnType<typeof randomOf>} Random */
