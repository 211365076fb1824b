import { DEFLATE64, DEFLATED } from '../archive/entry.js';

/**
 * Where in a block a stream stands, between two symbols: `null` before a block's header, `end` after the last block. For a
 * stored block, how many bytes are left. For a dynamic one its code lengths: those of `literals` symbols, then those of
 * `distances`.
 *
 * @typedef {null | { type: 'end' } | { type: 'stored', left: number, final: boolean } | { type: 'fixed', final: boolean }
 *   | { type: 'dynamic', lengths: Uint8Array, literals: number, distances: number, final: boolean }} BlockState
 *
 * @typedef {object} InflaterSnapshot All that another inflater needs to resume.
 * @property {number} position Compressed bytes that are used up entirely; reading resumes there.
 * @property {number} bitOffset How many bits of the next byte are used, 0 to 7.
 * @property {BlockState} block
 * @property {Uint8Array} window The last inflated bytes, at most 32 KiB; of a deflate64 stream, 64 KiB.
 * @property {DeflateMethod} [method] Absent from snapshots of versions that knew deflate only.
 *
 * @typedef {8 | 9} DeflateMethod Of a zip entry (APPNOTE 4.4.5): deflate or deflate64.
 */

/**
 * Checks a snapshot. A wrong one would make the module read or write outside of its regions.
 *
 * @param {InflaterSnapshot} snapshot
 * @param {DeflateMethod} expected The method of the entry that is resumed.
 * @throws {RangeError}
 */
export function checkSnapshot({ position, bitOffset, block, window, method = DEFLATED }, expected) {
  if (method !== expected) throw notASnapshot('method');
  if (!(Number.isSafeInteger(position) && position >= 0)) throw notASnapshot('position');
  if (!isWithin(bitOffset, 0, 7)) throw notASnapshot('bitOffset');
  if (!(window instanceof Uint8Array && window.length <= historyBytes(method))) throw notASnapshot('window');
  if (block === null || block.type === 'end') return;
  if (!BLOCKS.includes(block.type)) throw notASnapshot('block.type');
  if (block.type === 'stored' && !(bitOffset === 0 && isWithin(block.left, 0, 0xffff))) {
    throw notASnapshot('block.left');
  }
  if (block.type !== 'dynamic') return;
  const { lengths, literals, distances } = block;
  if (!isWithin(literals, 257, 286)) throw notASnapshot('block.literals');
  if (!isWithin(distances, 1, method === DEFLATE64 ? 32 : 30)) throw notASnapshot('block.distances');
  const isWhole = lengths instanceof Uint8Array && lengths.length === literals + distances;
  const makesCodes = isWhole && isCode(lengths.subarray(0, literals)) && isCode(lengths.subarray(literals));
  if (!makesCodes || lengths[END_OF_BLOCK] === 0) throw notASnapshot('block.lengths');
}

/**
 * @param {Uint8Array} lengths
 * @returns {boolean} Whether zlib takes them for a code: a complete one, one of a single bit, or an empty one.
 */
function isCode(lengths) {
  const counts = new Uint32Array(LONGEST_CODE + 1);
  let longest = 0;
  for (const length of lengths) {
    if (length > LONGEST_CODE) return false;
    counts[length] += 1;
    longest = Math.max(longest, length);
  }
  let left = 1;
  for (const count of counts.subarray(1)) {
    left = 2 * left - count;
    if (left < 0) return false;
  }
  return left === 0 || longest <= 1;
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
export function notASnapshot(field) {
  return new RangeError(`this is not a snapshot of an inflater: ${field}`);
}

/**
 * @param {DeflateMethod} method
 * @returns {number} How far back a match may reach (RFC 1951, section 2; APPNOTE 4.4.5 for deflate64).
 */
export function historyBytes(method) {
  return (method === DEFLATE64 ? 64 : 32) * 1024;
}

/** The types of blocks by their numbers (RFC 1951, section 3.2.3). */
export const BLOCKS = /** @type {const} */ (['stored', 'fixed', 'dynamic']);
/** RFC 1951, section 3.2.5 and 3.2.7. */
const END_OF_BLOCK = 256;
const LONGEST_CODE = 15;
