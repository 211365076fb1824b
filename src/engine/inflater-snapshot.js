/**
 * Where in a block a stream was left, between two symbols: `null` before a block's header and `end` behind the last
 * block; what is left of a stored block; for a dynamic one the lengths of its code words, those of `literals` symbols
 * and then of `distances`.
 *
 * @typedef {null | { type: 'end' } | { type: 'stored', left: number, final: boolean } | { type: 'fixed', final: boolean }
 *   | { type: 'dynamic', lengths: Uint8Array, literals: number, distances: number, final: boolean }} BlockState
 *
 * @typedef {object} InflaterSnapshot All that has to be known to go on.
 * @property {number} position Compressed bytes that are wholly used up; the source is read on from there.
 * @property {number} bitOffset How many bits of the next one are used, 0 to 7.
 * @property {BlockState} block
 * @property {Uint8Array} window The last bytes that were inflated, at most 32 KiB.
 */

/**
 * What is wrong here would be written or read outside of its place in the engine's memory.
 *
 * @param {InflaterSnapshot} snapshot
 * @throws {RangeError}
 */
export function checkSnapshot({ position, bitOffset, block, window }) {
  if (!(Number.isSafeInteger(position) && position >= 0)) throw noSnapshot('position');
  if (!isWithin(bitOffset, 0, 7)) throw noSnapshot('bitOffset');
  if (!(window.length <= HISTORY_BYTES)) throw noSnapshot('window');
  if (block === null || block.type === 'end') return;
  if (!BLOCKS.includes(block.type)) throw noSnapshot('block.type');
  if (block.type === 'stored' && !(bitOffset === 0 && isWithin(block.left, 0, 0xffff))) throw noSnapshot('block.left');
  if (block.type !== 'dynamic') return;
  const { lengths, literals, distances } = block;
  if (!isWithin(literals, 257, 286)) throw noSnapshot('block.literals');
  if (!isWithin(distances, 1, 30)) throw noSnapshot('block.distances');
  if (lengths.length !== literals + distances || lengths.some(length => !isWithin(length, 0, 15))) {
    throw noSnapshot('block.lengths');
  }
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function isWithin(value, least, most) {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** @param {string} field */
export function noSnapshot(field) {
  return new RangeError(`this is not a snapshot of an inflater: ${field}`);
}

/** RFC 1951, section 2: how far back a match may reach. */
export const HISTORY_BYTES = 32 * 1024;

/** Types of blocks, as they are numbered there (RFC 1951, section 3.2.3). */
export const BLOCKS = /** @type {const} */ (['stored', 'fixed', 'dynamic']);
