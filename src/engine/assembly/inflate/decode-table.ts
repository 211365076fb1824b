/*
 * Tables from the next bits of the input to the symbol that they begin with (RFC 1951, section 3.2.2). A code word longer
 * than the table's index continues in a subtable behind it. Entries are packed as in libdeflate (Eric Biggers,
 * lib/deflate_decompress.c).
 *
 * An entry, from its lowest bit on:
 *
 *      0–5  how many bits to advance: the code word, and the extra bits of a length or a distance
 *        6  a literal
 *     8–11  length of the code word; in a pointer, bits of the index into the subtable
 *       13  no such symbol
 *       14  a pointer to a subtable
 *       15  neither a literal nor a length or a distance; without bits 13 and 14, the end of the block
 *    16–31  the literal, the base of the length or distance, or the subtable's first entry
 */
export const LITERAL: u32 = 1 << 6;
export const NO_SYMBOL: u32 = 1 << 13;
export const SUBTABLE: u32 = 1 << 14;
export const EXCEPTION: u32 = 1 << 15;

/** Bits of the first index. A larger one is slower to build, and does not fit the processor's nearest cache. */
export const LITERAL_BITS: u32 = 11;
export const DISTANCE_BITS: u32 = 8;

/** Symbols of literals and lengths, and of distances, with those that never occur (RFC 1951, section 3.2.6). */
export const LITERAL_SYMBOLS: i32 = 288;
export const DISTANCE_SYMBOLS: i32 = 32;

/** How many distance symbols deflate has. Deflate64 has all of them. */
export const MOST_DISTANCES: i32 = 30;

const END_OF_BLOCK: i32 = 256;
const LAST_LENGTH: i32 = 285;

// What zlib's examples/enough.c computes for these symbols and bits: 2342 and 402.
export const LITERAL_TABLE: usize = memory.data(2344 * 4, 64);
export const DISTANCE_TABLE: usize = memory.data(404 * 4, 64);

/** Entries of all symbols, without the code word's length. */
export const LITERAL_ENTRIES: usize = memory.data(LITERAL_SYMBOLS * 4, 64);
export const DISTANCE_ENTRIES: usize = memory.data(DISTANCE_SYMBOLS * 4, 64);

/** The entry for the next bits. */
// @ts-ignore: decorator
@inline
export function entryOf(table: usize, tableBits: u32, bits: u64): u32 {
  return load<u32>(table + ((<usize>bits & ~(<usize>-1 << tableBits)) << 2));
}

/** The entry in a subtable, for the bits behind those of its pointer. */
// @ts-ignore: decorator
@inline
export function entryIn(table: usize, pointer: u32, bits: u64): u32 {
  return load<u32>(table + (((pointer >> 16) + (<usize>bits & ~(<usize>-1 << ((pointer >> 8) & 15)))) << 2));
}

/** The length or distance of an entry, with its extra bits (RFC 1951, section 3.2.5). */
// @ts-ignore: decorator
@inline
export function valueOf(entry: u32, bits: u64): u32 {
  return (entry >> 16) + <u32>((bits & ~(<u64>-1 << entry)) >> (entry >> 8));
}

// RFC 1951, section 3.2.5.
const LENGTH_BASES: usize = memory.data<u16>([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]);
const LENGTH_EXTRA_BITS: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]);
const DISTANCE_BASES: usize = memory.data<u16>([
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
]);

/**
 * Gives the symbols in which the two methods differ their entries. In deflate64, length symbol 285 has the base 3 and 16 extra
 * bits, and distance symbols 30 and 31 have 14 extra bits.
 */
export function useSymbols(isDeflate64: bool): void {
  store<u32>(LITERAL_ENTRIES + (LAST_LENGTH << 2), isDeflate64 ? (3 << 16) | 16 : 258 << 16);
  for (let symbol = MOST_DISTANCES; symbol < DISTANCE_SYMBOLS; symbol++) {
    const base: u32 = (<u32>(2 + (symbol & 1)) << 14) + 1;
    store<u32>(DISTANCE_ENTRIES + (symbol << 2), isDeflate64 ? (base << 16) | 14 : EXCEPTION | NO_SYMBOL);
  }
}

for (let symbol = 0; symbol < LITERAL_SYMBOLS; symbol++) {
  let entry: u32 = EXCEPTION | NO_SYMBOL;
  if (symbol < END_OF_BLOCK) {
    entry = LITERAL | (symbol << 16);
  } else if (symbol == END_OF_BLOCK) {
    entry = EXCEPTION;
  } else if (symbol <= LAST_LENGTH) {
    const index = symbol - END_OF_BLOCK - 1;
    entry = (<u32>load<u16>(LENGTH_BASES + (index << 1)) << 16) | load<u8>(LENGTH_EXTRA_BITS + index);
  }
  store<u32>(LITERAL_ENTRIES + (symbol << 2), entry);
}

for (let symbol = 0; symbol < MOST_DISTANCES; symbol++) {
  const extraBits = symbol < 4 ? 0 : (symbol - 2) >> 1;
  store<u32>(DISTANCE_ENTRIES + (symbol << 2), (<u32>load<u16>(DISTANCE_BASES + (symbol << 1)) << 16) | extraBits);
}
useSymbols(false);
