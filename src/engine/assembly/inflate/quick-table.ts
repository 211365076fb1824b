import { DISTANCE_BITS, DISTANCE_TABLE, entryOf, EXCEPTION, LITERAL, LITERAL_BITS, LITERAL_TABLE } from './decode-table';

/*
 * The table of the loop that does most of the work, made of a block's codes (RFC 1951, section 3.2.5). An entry is a whole
 * match, or one or two literals. Both have the same layout, so the processor has no branch to predict between them: literals
 * are copied from the entry itself. From its lowest bit on:
 *
 *      0–5  how many bits to advance, with the extra bits
 *     8–13  three more than the bits of the code words (without the distance's extra bits)
 *       15  literals
 *    16–31  how many bytes it stands for
 *    32–63  the base of the distance, or the literals
 *
 * It is 0 for code words that do not fit into the index, and for the end of the block.
 */
export const QUICK_TABLE: usize = memory.data((1 << LITERAL_BITS) * 8 + 16, 64);
export const QUICK_LITERALS: u64 = 1 << 15;

/** Masks the offset of the entry in a bit buffer whose next bit is bit 3. */
export const QUICK_MASK: usize = ((1 << LITERAL_BITS) - 1) << 3;

/** Keeps a single literal from being taken for a distance of less than a vector. */
const FAR: u64 = <u64>1 << 40;

// @ts-ignore: decorator
@inline
export function quickLength(at: usize): u32 {
  return load<u16>(at, QUICK_TABLE + 2);
}

/** For literals, which have no extra bits, any value. */
// @ts-ignore: decorator
@inline
export function quickDistance(at: usize, entry: u64, buffer: u64): u32 {
  return load<u32>(at, QUICK_TABLE + 4) + <u32>((buffer & ~(<u64>-8 << entry)) >> (entry >> 8));
}

/** Call it when the tables of the literals and distances are built. */
export function buildQuickTable(): void {
  for (let index: u32 = 0; index < 1 << LITERAL_BITS; index++) {
    store<u64>(QUICK_TABLE + (index << 3), quickEntry(index));
  }
}

// @ts-ignore: decorator
@inline
function quickEntry(index: u32): u64 {
  const first = entryOf(LITERAL_TABLE, LITERAL_BITS, index);
  if (first & EXCEPTION) return 0;
  let used = first & 63;
  if (first & LITERAL) {
    const one = (<u64>((first >> 16) & 255) << 32) | QUICK_LITERALS;
    const second = load<u32>(LITERAL_TABLE + ((index >> used) << 2));
    const both = used + (second & 63);
    if (!(second & LITERAL) || both > LITERAL_BITS) return one | FAR | (1 << 16) | ((used + 3) << 8) | used;
    return one | (<u64>((second >> 16) & 255) << 40) | (2 << 16) | ((both + 3) << 8) | both;
  }
  if (used >= LITERAL_BITS) return 0;
  const length = (first >> 16) + ((index & ~(<u32>-1 << used)) >> ((first >> 8) & 15));
  const distance = entryOf(DISTANCE_TABLE, DISTANCE_BITS, index >> used);
  const words = used + ((distance >> 8) & 15);
  if (distance & EXCEPTION || words > LITERAL_BITS) return 0;
  used += distance & 63;
  return (<u64>(distance >> 16) << 32) | (length << 16) | ((words + 3) << 8) | used;
}
