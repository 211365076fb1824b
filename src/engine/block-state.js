import { BLOCKS, notASnapshot } from './inflater-snapshot.js';

/** @import { Engine } from './engine.js' */
/** @import { BlockState } from './inflater-snapshot.js' */

/**
 * Reads where in a block the module stands.
 *
 * @param {Engine} engine
 * @returns {BlockState}
 */
export function readBlockState({ exports, memory }) {
  const { block, isLastBlock, storedLeft, literals, distances, LENGTHS } = exports;
  const [type, final] = [BLOCKS[block.value], isLastBlock.value === 1];
  if (type === undefined) return final ? { type: 'end' } : null;
  if (type === 'fixed') return { type, final };
  if (type === 'stored') return { type, left: storedLeft.value, final };
  return {
    type,
    lengths: new Uint8Array(memory.subarray(LENGTHS.value, LENGTHS.value + literals.value + distances.value)),
    literals: literals.value,
    distances: distances.value,
    final,
  };
}

/**
 * Puts the module back where it stood.
 *
 * @param {Engine} engine
 * @param {BlockState} state Checked by `checkSnapshot`.
 * @throws {RangeError} If the code lengths make no codes.
 */
export function writeBlockState({ exports, memory }, state) {
  exports.block.value = NO_BLOCK;
  exports.isLastBlock.value = Number(state !== null && (state.type === 'end' || state.final));
  if (state === null || state.type === 'end') return;
  exports.block.value = BLOCKS.indexOf(state.type);
  if (state.type === 'stored') exports.storedLeft.value = state.left;
  if (state.type === 'fixed') exports.useFixedCodes();
  if (state.type === 'dynamic') {
    memory.set(state.lengths, exports.LENGTHS.value);
    if (exports.useDynamicCodes(state.literals, state.distances) !== OK) throw notASnapshot('block.lengths');
  }
}

/** As in `assembly/inflate/inflate.ts`. */
const NO_BLOCK = -1;
/** As in `assembly/inflate/status.ts`. */
const OK = 0;
