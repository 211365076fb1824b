import { buildTable } from './build-table';
import {
  DISTANCE_BITS, DISTANCE_ENTRIES, DISTANCE_SYMBOLS, DISTANCE_TABLE, LITERAL_BITS, LITERAL_ENTRIES,
  LITERAL_SYMBOLS, LITERAL_TABLE, MOST_DISTANCES, NO_SYMBOL, useSymbols,
} from './decode-table';
import { buildQuickTable } from './quick-table';
import {
  CODE_LENGTHS, DISTANCE_LENGTHS, LENGTH_REPEAT, LITERAL_LENGTHS, NEEDS_INPUT, NO_END_OF_BLOCK, OK, TOO_MANY_SYMBOLS,
} from './status';

/** The code lengths of the dynamic block: a byte for each symbol, the distances behind the literals. */
export const LENGTHS: usize = memory.data(320, 16);
export let literals: i32 = 0;
export let distances: i32 = 0;

/** The end of the last header: its address times eight, plus the bit. */
export let headerEnd: u32 = 0;

const MOST_LITERALS: i32 = 286;

const CODE_BITS: u32 = 7;
const CODE_TABLE: usize = memory.data(128 * 4, 64);
const ORDERED: usize = memory.data(24, 8);
// RFC 1951, section 3.2.7.
const CODES: i32 = 19;
const ORDER: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

// Whether the tables hold the fixed codes: they are not built again for each of many small blocks.
let isFixed: bool = false;

/** Whether the stream is deflate64 (method 9 of a zip archive), not deflate. */
export let isDeflate64: bool = false;

/** Call it before anything is read of a stream. */
export function useMethod(asDeflate64: bool): void {
  if (isDeflate64 == asDeflate64) return;
  isDeflate64 = asDeflate64;
  isFixed = false;
  useSymbols(asDeflate64);
}

/** Builds the tables of the fixed codes (RFC 1951, section 3.2.6), unless they are there. */
export function useFixedCodes(): void {
  if (isFixed) return;
  memory.fill(LENGTHS, 8, 144);
  memory.fill(LENGTHS + 144, 9, 112);
  memory.fill(LENGTHS + 256, 7, 24);
  memory.fill(LENGTHS + 280, 8, 8);
  memory.fill(LENGTHS + 288, 5, 32);
  buildTable(LENGTHS, LITERAL_SYMBOLS, LITERAL_ENTRIES, LITERAL_TABLE, LITERAL_BITS);
  buildTable(LENGTHS + 288, DISTANCE_SYMBOLS, DISTANCE_ENTRIES, DISTANCE_TABLE, DISTANCE_BITS);
  buildQuickTable();
  isFixed = true;
}

/** Builds the tables of the code lengths in LENGTHS (RFC 1951, section 3.2.2). */
export function useDynamicCodes(literalCount: i32, distanceCount: i32): i32 {
  literals = literalCount;
  distances = distanceCount;
  isFixed = false;
  // The block would have no end.
  if (load<u8>(LENGTHS, 256) == 0) return NO_END_OF_BLOCK;
  if (!buildTable(LENGTHS, literals, LITERAL_ENTRIES, LITERAL_TABLE, LITERAL_BITS)) return LITERAL_LENGTHS;
  if (!buildTable(LENGTHS + literals, distances, DISTANCE_ENTRIES, DISTANCE_TABLE, DISTANCE_BITS)) {
    return DISTANCE_LENGTHS;
  }
  buildQuickTable();
  return OK;
}

/**
 * Reads the header of a dynamic block, behind its first three bits (RFC 1951, section 3.2.7).
 *
 * @param bit Where it begins. `end`: where the input ends. Both are addresses times eight, plus a bit.
 */
export function readDynamicHeader(bit: u32, end: u32): i32 {
  if (bit + 14 > end) return NEEDS_INPUT;
  const counts = <u32>bitsAt(bit);
  bit += 14;
  const literalCount = <i32>(counts & 31) + 257;
  const distanceCount = <i32>((counts >> 5) & 31) + 1;
  const codeCount = <i32>((counts >> 10) & 15) + 4;
  if (literalCount > MOST_LITERALS || (distanceCount > MOST_DISTANCES && !isDeflate64)) return TOO_MANY_SYMBOLS;

  if (bit + 3 * codeCount > end) return NEEDS_INPUT;
  memory.fill(ORDERED, 0, CODES);
  for (let index = 0; index < codeCount; index++) {
    store<u8>(ORDERED + load<u8>(ORDER + index), <u8>(bitsAt(bit) & 7));
    bit += 3;
  }
  if (!buildTable(ORDERED, CODES, LITERAL_ENTRIES, CODE_TABLE, CODE_BITS)) return CODE_LENGTHS;
  const total = literalCount + distanceCount;
  if (load<u32>(CODE_TABLE) & NO_SYMBOL) {
    // zlib accepts a code without words, reads a 0 for each bit, and then lacks the end of the block.
    return bit + total > end ? NEEDS_INPUT : NO_END_OF_BLOCK;
  }
  if (load<u32>(CODE_TABLE, 4) & NO_SYMBOL) return CODE_LENGTHS;

  let count = 0;
  while (count < total) {
    const bits = <u32>bitsAt(bit);
    const entry = load<u32>(CODE_TABLE + ((bits & 127) << 2));
    const symbol = (entry >> 16) & 31;
    const length = entry & 7;
    if (symbol < 16) {
      bit += length;
      if (bit > end) return NEEDS_INPUT;
      store<u8>(LENGTHS + count, <u8>symbol);
      count++;
      continue;
    }
    const extraBits: u32 = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    const least: i32 = symbol == 18 ? 11 : 3;
    bit += length + extraBits;
    if (bit > end) return NEEDS_INPUT;
    const repeat = least + <i32>((bits >> length) & ((1 << extraBits) - 1));
    if ((symbol == 16 && count == 0) || count + repeat > total) return LENGTH_REPEAT;
    memory.fill(LENGTHS + count, symbol == 16 ? load<u8>(LENGTHS + count - 1) : 0, repeat);
    count += repeat;
  }
  headerEnd = bit;
  return useDynamicCodes(literalCount, distanceCount);
}

/** At least 57 bits. */
export function bitsAt(bit: u32): u64 {
  return load<u64>(bit >> 3) >> (bit & 7);
}
