import {
  DISTANCE_BITS, DISTANCE_TABLE, EXCEPTION, LITERAL, LITERAL_BITS, LITERAL_TABLE,
} from './decode-table';

/*
 * A table for the loop that does most of the work. An entry holds a whole match or one or two literals, and looks the
 * same for both, so that they can be told apart without a branch: the literals are copied from the entry itself. From
 * its lowest bit on:
 *
 *      0–5  the bits to go on by, with the extra bits
 *     8–13  three more than the bits of the code words, without the extra bits
 *       14  whole; an entry is 0 where the code words do not fit into the index's bits
 *       15  literals
 *    16–31  how many bytes it stands for
 *    32–63  the base of the distance, or the literals
 */
export const QUICK_TABLE: usize = memory.data((1 << LITERAL_BITS) * 8 + 16, 64);
export const WHOLE: u64 = 1 << 14;
export const QUICK_LITERALS: u64 = 1 << 15;

// A single literal is never taken for a distance that is too short for a vector.
const FAR: u64 = <u64>1 << 40;

/** To be called when the tables of the literals and distances are there. */
export function buildQuickTable(): void {
  for (let index: u32 = 0; index < 1 << LITERAL_BITS; index++) {
    store<u64>(QUICK_TABLE + (index << 3), quickEntry(index));
  }
}

function quickEntry(index: u32): u64 {
  const first = load<u32>(LITERAL_TABLE + (index << 2));
  if (first & EXCEPTION) return 0;
  const taken = first & 63;
  if (first & LITERAL) {
    const second = load<u32>(LITERAL_TABLE + ((index >> taken) << 2));
    const both = taken + (second & 63);
    const literal = <u64>((first >> 16) & 255) << 32;
    if (!(second & LITERAL) || both > LITERAL_BITS) return literal | FAR | (1 << 16) | QUICK_LITERALS | codes(taken, taken);
    return literal | (<u64>((second >> 16) & 255) << 40) | (2 << 16) | QUICK_LITERALS | codes(both, both);
  }
  if (taken >= LITERAL_BITS) return 0;
  const distance = load<u32>(DISTANCE_TABLE + (((index >> taken) & ((1 << DISTANCE_BITS) - 1)) << 2));
  const words = taken + ((distance >> 8) & 15);
  if (distance & EXCEPTION || words > LITERAL_BITS) return 0;
  const length = (first >> 16) + ((index & ~(<u32>-1 << taken)) >> ((first >> 8) & 15));
  return (<u64>(distance >> 16) << 32) | (length << 16) | codes(taken + (distance & 63), words);
}

function codes(taken: u32, words: u32): u64 {
  return WHOLE | ((words + 3) << 8) | taken;
}
