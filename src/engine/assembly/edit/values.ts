// Sets of values, to which a field is compared.

export const VALUES_BYTES: u32 = 128 * 1024;

// Written by JavaScript; each set at an address that is a multiple of four:
// - the length of its longest value; the number of its buckets, a power of two, less one;
// - the address of each bucket;
// - the buckets: for each of their values its length, and its bytes up to the next multiple of four; then NO_VALUE.
export const VALUES: u32 = u32(memory.data(128 * 1024 + 16, 16));
const BUCKETS: u32 = 8;
const NO_VALUE: u32 = 0xffff_ffff;

/** Whether the bytes are a value of a set. May read 15 bytes past the end. */
export function isAmong(set: u32, start: u32, end: u32): bool {
  const length = end - start;
  if (length > load<u32>(set)) return false;
  const mask = load<u32>(set, 4);
  let value = load<u32>(set + BUCKETS);
  if (mask != 0) value = load<u32>(set + BUCKETS + ((hashOf(start, end) & mask) << 2));
  for (let next = load<u32>(value); next != NO_VALUE; next = load<u32>(value)) {
    if (next == length && equals(start, end, value + 4)) return true;
    value += 4 + ((next + 3) & ~3);
  }
  return false;
}

/** The same as `hashOf` in value-sets.js. */
function hashOf(start: u32, end: u32): u32 {
  let hash = end - start;
  for (; start + 4 <= end; start += 4) hash = rotl<u32>((hash ^ load<u32>(start)) * MULTIPLIER, 15);
  if (start < end) {
    const last = load<u32>(start) & ((1 << ((end - start) << 3)) - 1);
    hash = rotl<u32>((hash ^ last) * MULTIPLIER, 15);
  }
  return hash ^ (hash >> 16);
}

const MULTIPLIER: u32 = 0xcc9e2d51;

function equals(start: u32, end: u32, value: u32): bool {
  for (; end - start > 16; start += 16) {
    if (i8x16.bitmask(i8x16.eq(v128.load(start), v128.load(value))) != 0xffff) return false;
    value += 16;
  }
  const wanted = (1 << (end - start)) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(start), v128.load(value))) & wanted) == wanted;
}
