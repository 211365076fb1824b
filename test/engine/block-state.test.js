import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlockState, writeBlockState } from '../../src/engine/block-state.js';
import { createEngine } from '../../src/engine/engine.js';
import { Inflater } from '../../src/engine/inflater.js';
import { randomOf } from '../support/random.js';
import { BitWriter, codesOf } from './bit-writer.js';

/** @import { BlockState } from '../../src/engine/inflater-snapshot.js' */
/** @import { Random } from '../support/random.js' */

const engine = createEngine();

test('a state that is written into the module is read back from it, whatever state it had before', () => {
  const random = randomOf(1);
  for (let count = 0; count < 500; count++) {
    const state = drawState(random);
    writeBlockState(engine, structuredClone(state));
    assert.deepEqual(readBlockState(engine), state);
  }
});

test('a state holds copies: it stays as it is while the module continues', () => {
  const state = dynamicState(randomOf(2), true);
  writeBlockState(engine, state);
  const read = readBlockState(engine);
  writeBlockState(engine, dynamicState(randomOf(3), true));
  assert.deepEqual(read, state);
});

test('symbols are decoded by the codes of the state, as RFC 1951, section 3.2.2, makes them', () => {
  for (let seed = 0; seed < 100; seed++) {
    const random = randomOf(seed);
    const isFixed = random.chance(0.2);
    const dynamic = dynamicState(random, true);
    /** @type {BlockState} */
    const state = isFixed ? { type: 'fixed', final: true } : dynamic;
    const lengths = isFixed ? FIXED_LENGTHS : [...dynamic.lengths.subarray(0, dynamic.literals)];
    const codes = codesOf(lengths);
    const symbols = lengths.flatMap((length, symbol) => (length > 0 && symbol < 256 ? [symbol] : []));
    const content = symbols.length === 0 ? [] : Array.from({ length: 300 }, () => random.pick(symbols));
    const writer = new BitWriter();
    for (const symbol of [...content, END_OF_BLOCK]) writer.writeCode(codes[symbol]);
    // Leave codes of the other kind in the module.
    writeBlockState(engine, isFixed ? dynamic : { type: 'fixed', final: false });
    const inflater = Inflater.restore(engine, { position: 0, bitOffset: 0, block: state, window: new Uint8Array(0) });
    inflater.give(writer.bytes());
    const { start, end } = inflater.step();
    assert.deepEqual([...engine.memory.subarray(start, end)], content, `seed ${seed}`);
    assert.deepEqual(readBlockState(engine), { type: 'end' });
  }
});

test('code lengths that make no codes are refused', () => {
  const random = randomOf(4);
  for (let count = 0; count < 50; count++) {
    const state = dynamicState(random, false);
    // Without a word for the end of the block (RFC 1951, section 3.2.5).
    const lengths = state.lengths.with(END_OF_BLOCK, 0);
    assert.throws(() => writeBlockState(engine, { ...state, lengths }), /not a snapshot of an inflater: block.lengths/);
  }
});

/**
 * @param {Random} random
 * @returns {BlockState}
 */
function drawState(random) {
  const final = random.chance(0.5);
  /** @type {BlockState[]} */
  const states = [
    null,
    { type: 'end' },
    { type: 'stored', left: random.below(0x10000), final },
    { type: 'fixed', final },
    dynamicState(random, final),
  ];
  return random.pick(states);
}

/**
 * A dynamic block with complete codes.
 *
 * @param {Random} random
 * @param {boolean} final
 */
function dynamicState(random, final) {
  const [literals, distances] = [257 + random.below(30), 1 + random.below(30)];
  const lengths = new Uint8Array(literals + distances);
  lengths.set(drawLengths(random, literals));
  lengths.set(drawLengths(random, distances), literals);
  return { type: /** @type {const} */ ('dynamic'), lengths, literals, distances, final };
}

/**
 * The lengths of a complete code, made by splitting the leaves of its tree. Literal 256, the end of the block, always has a word.
 *
 * @param {Random} random
 * @param {number} symbols
 */
function drawLengths(random, symbols) {
  const leaves = [1, 1];
  const wanted = 2 + random.below(symbols - 1);
  while (leaves.length < Math.min(wanted, symbols)) {
    const leaf = random.below(leaves.length);
    if (leaves[leaf] === 15) continue;
    leaves[leaf] += 1;
    leaves.push(leaves[leaf]);
  }
  const lengths = new Uint8Array(symbols);
  // A single symbol has an incomplete code, which is allowed.
  if (symbols === 1) return lengths.fill(1);
  for (const [index, length] of leaves.entries()) lengths[(END_OF_BLOCK + index) % symbols] = length;
  return lengths;
}

const END_OF_BLOCK = 256;
/** RFC 1951, section 3.2.6. */
const FIXED_LENGTHS = Array.from({ length: 288 }, (_, symbol) => {
  if (symbol < 144) return 8;
  if (symbol < 256) return 9;
  return symbol < 280 ? 7 : 8;
});
