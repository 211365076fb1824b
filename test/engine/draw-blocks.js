import { BitWriter, codesOf } from './bit-writer.js';

/** @import { Random } from '../support/random.js' */

/**
 * A deflate stream of random blocks, made bit by bit: all kinds of codes that no compressor would choose, and with a small
 * probability an error.
 *
 * @param {Random} random
 * @param {{ is64?: boolean, wrong?: number }} [options] `is64`: of deflate64. `wrong`: the probability that it may have errors.
 * @returns {Buffer}
 */
export function drawBlocks(random, { is64 = false, wrong = 0.3 } = {}) {
  const writer = new BitWriter();
  const state = { produced: 0, isWrong: random.chance(wrong), is64 };
  const blocks = 1 + random.below(4);
  for (let block = 1; block <= blocks; block++) {
    writer.write(Number(block === blocks), 1);
    const type = state.isWrong && random.chance(0.05) ? 3 : random.below(3);
    writer.write(type, 2);
    if (type === 0) writeStored(writer, random, state);
    if (type === 1) writeSymbols(writer, random, state, FIXED_LITERALS, FIXED_DISTANCES);
    if (type === 2) writeDynamic(writer, random, state);
  }
  return writer.bytes();
}

/** @typedef {{ produced: number, isWrong: boolean, is64: boolean }} State */

/**
 * RFC 1951, section 3.2.4.
 *
 * @param {BitWriter} writer
 * @param {Random} random
 * @param {State} state
 */
function writeStored(writer, random, state) {
  writer.align();
  const length = random.pick([0, 1, random.below(100), random.below(2000)]);
  writer.write(length, 16);
  writer.write(state.isWrong && random.chance(0.2) ? random.below(0x10000) : length ^ 0xffff, 16);
  for (let index = 0; index < length; index++) writer.write(random.below(256), 8);
  state.produced += length;
}

/**
 * RFC 1951, section 3.2.7.
 *
 * @param {BitWriter} writer
 * @param {Random} random
 * @param {State} state
 */
function writeDynamic(writer, random, state) {
  const literals = state.isWrong && random.chance(0.1) ? 287 + random.below(2) : 257 + random.below(30);
  const most = distanceSymbols(state);
  const distances = state.isWrong && random.chance(0.1) ? 31 + random.below(2) : 1 + random.below(most);
  const literalLengths = drawLengths(random, literals, state, 256);
  // zlib's contrib/infback9 refuses a block without any distance, which 7-Zip accepts (RFC 1951, section 3.2.7).
  const needed = state.is64 && random.chance(0.97) ? random.below(distances) : undefined;
  const distanceLengths = drawLengths(random, distances, state, needed);
  const runs = drawRuns(random, [...literalLengths, ...distanceLengths], state);
  const used = Array.from({ length: 19 }, (_, symbol) => Number(runs.some(run => run.symbol === symbol)));
  const lengths = spreadLengths(random, used, 7);
  if (state.isWrong && random.chance(0.1)) lengths[random.below(19)] = random.below(8);
  if (state.isWrong && random.chance(0.05)) lengths.fill(0);
  let count = 19;
  while (count > 4 && lengths[ORDER[count - 1]] === 0 && random.chance(0.9)) count--;

  writer.write(literals - 257, 5);
  writer.write(distances - 1, 5);
  writer.write(count - 4, 4);
  for (const symbol of ORDER.slice(0, count)) writer.write(lengths[symbol], 3);
  const codes = codesOf(lengths);
  for (const { symbol, extra, extraBits } of runs) {
    writer.writeCode(codes[symbol]);
    writer.write(extra, extraBits);
  }
  writeSymbols(writer, random, state, literalLengths, distanceLengths);
}

/**
 * Random symbols with the lengths of a complete code; or of an incomplete one, if errors are allowed.
 *
 * @param {Random} random
 * @param {number} symbols
 * @param {State} state
 * @param {number} [needed] A symbol that must have a code word.
 */
function drawLengths(random, symbols, state, needed) {
  const share = random.pick([0, 0.02, 0.2, 0.8, 1]);
  const used = Array.from({ length: symbols }, (_, symbol) => Number(symbol === needed || random.chance(share)));
  const lengths = spreadLengths(random, used, 15);
  if (state.isWrong && random.chance(0.2)) lengths[random.below(symbols)] = random.below(16);
  return lengths;
}

/**
 * The lengths of a complete prefix code, made by splitting leaves of its tree; for one symbol, a single word of one bit.
 *
 * @param {Random} random
 * @param {number[]} used 1 for each symbol that has a code word.
 * @param {number} longest
 */
function spreadLengths(random, used, longest) {
  const symbols = used.flatMap((isUsed, symbol) => (isUsed ? [symbol] : []));
  const lengths = used.map(() => 0);
  if (symbols.length === 1) lengths[symbols[0]] = 1;
  if (symbols.length < 2) return lengths;
  const isDeep = random.chance(0.3);
  const leaves = [0];
  while (leaves.length < symbols.length) {
    let leaf = isDeep && random.chance(0.9) ? leaves.length - 1 : random.below(leaves.length);
    while (leaves[leaf] === longest) leaf = random.below(leaves.length);
    leaves[leaf]++;
    leaves.push(leaves[leaf]);
  }
  for (const symbol of symbols) lengths[symbol] = leaves.splice(random.below(leaves.length), 1)[0];
  return lengths;
}

/**
 * @param {Random} random
 * @param {number[]} lengths
 * @param {State} state
 */
function drawRuns(random, lengths, state) {
  const runs = [];
  for (let at = 0; at < lengths.length; ) {
    let same = 1;
    while (lengths[at + same] === lengths[at]) same++;
    const previous = at > 0 && lengths[at] === lengths[at - 1] ? same : 0;
    const overlong = state.isWrong && random.chance(at === 0 ? 0.1 : 0.01) ? 6 : 0;
    if (lengths[at] === 0 && same + overlong >= 11 && random.chance(0.8)) {
      const length = Math.min(138, same + overlong);
      runs.push({ symbol: 18, extra: length - 11, extraBits: 7 });
      at += length;
    } else if (lengths[at] === 0 && same + overlong >= 3 && random.chance(0.8)) {
      const length = Math.min(10, same + overlong);
      runs.push({ symbol: 17, extra: length - 3, extraBits: 3 });
      at += length;
    } else if ((previous >= 3 || overlong) && random.chance(0.8)) {
      const length = Math.min(6, Math.max(3, previous));
      runs.push({ symbol: 16, extra: length - 3, extraBits: 2 });
      at += length;
    } else {
      runs.push({ symbol: lengths[at], extra: 0, extraBits: 0 });
      at++;
    }
  }
  return runs;
}

/**
 * RFC 1951, section 3.2.5: literals and matches, and the end of the block.
 *
 * @param {BitWriter} writer
 * @param {Random} random
 * @param {State} state
 * @param {number[]} literalLengths
 * @param {number[]} distanceLengths
 */
function writeSymbols(writer, random, state, literalLengths, distanceLengths) {
  const codes = codesOf(literalLengths);
  const distanceCodes = codesOf(distanceLengths);
  const choices = indexesOf(literalLengths).filter(symbol => symbol !== 256 && (state.isWrong || symbol < 286));
  const distanceChoices = indexesOf(distanceLengths);
  const symbols = choices.length === 0 ? 0 : random.pick([0, 1, 20, 200, 800]);
  for (let index = 0; index < symbols; index++) {
    const symbol = random.pick(choices);
    if (symbol > 256) {
      const isAny = state.isWrong && random.chance(0.02);
      const [drawn, nearest] = [random.pick(distanceChoices), distanceChoices[0]];
      const distance = isAny
        ? random.below(distanceLengths.length)
        : [drawn, nearest].find(symbol => symbol < distanceSymbols(state) && farthestOf(symbol) <= state.produced);
      if (distance === undefined) continue;
      writer.writeCode(codes[symbol]);
      const [base, extraBits] = lengthOf(symbol, state);
      // So that a stream does not inflate to many megabytes.
      const extra = random.below(state.produced > MOST_PRODUCED ? Math.min(8, 1 << extraBits) : 1 << extraBits);
      writer.write(extra, extraBits);
      state.produced += base + extra;
      writer.writeCode(distanceCodes[distance]);
      writer.write(random.next(), distanceExtraBits(distance));
    } else {
      writer.writeCode(codes[symbol]);
      state.produced++;
    }
  }
  writer.writeCode(codes[256]);
}

/** @param {number[]} lengths */
function indexesOf(lengths) {
  return lengths.flatMap((length, symbol) => (length > 0 ? [symbol] : []));
}

/** @param {State} state */
function distanceSymbols({ is64 }) {
  return is64 ? 32 : 30;
}

/**
 * @param {number} symbol
 * @param {State} state
 */
function lengthOf(symbol, { is64 }) {
  return is64 && symbol === 285 ? [3, 16] : [lengthBase(symbol), lengthExtraBits(symbol)];
}

/** @param {number} symbol */
function lengthExtraBits(symbol) {
  return symbol < 265 || symbol >= 285 ? 0 : (symbol - 261) >> 2;
}

/** @param {number} symbol */
function lengthBase(symbol) {
  if (symbol < 265) return symbol - 254;
  if (symbol >= 285) return 258;
  return 3 + ((4 + ((symbol - 261) & 3)) << lengthExtraBits(symbol));
}

/** @param {number} symbol */
function distanceExtraBits(symbol) {
  return symbol < 4 ? 0 : (symbol - 2) >> 1;
}

/** @param {number} symbol */
function farthestOf(symbol) {
  if (symbol < 4) return symbol + 1;
  const extraBits = distanceExtraBits(symbol);
  return (3 + (symbol & 1)) << extraBits;
}

const MOST_PRODUCED = 1_000_000;

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
// RFC 1951, section 3.2.6.
const FIXED_LITERALS = Array.from({ length: 288 }, (_, symbol) =>
  symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
);
const FIXED_DISTANCES = new Array(32).fill(5);
