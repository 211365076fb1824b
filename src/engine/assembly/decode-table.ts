/*
 * Tables that give, for the next bits of the input, the symbol that these begin with (RFC 1951, section 3.2.2). A code
 * word that is longer than the table's index goes on in a subtable behind it. The way to pack entries, and to build a
 * table by doubling it, are libdeflate's (Eric Biggers, lib/deflate_decompress.c).
 *
 * An entry, from its lowest bit on:
 *
 *      0–5  the bits to go on by: the code word, and for a length or a distance its extra bits
 *        6  a literal
 *     8–11  bits of the code word; in a pointer, bits of the index into the subtable
 *       13  no such symbol
 *       14  a pointer to a subtable
 *       15  neither a literal nor a length or a distance; with none of the two bits before, the end of the block
 *    16–31  the literal, the base of the length or distance, or the subtable's first entry
 */
export const LITERAL: u32 = 1 << 6;
export const NO_SYMBOL: u32 = 1 << 13;
export const SUBTABLE: u32 = 1 << 14;
export const EXCEPTION: u32 = 1 << 15;

/** Bits of the first index: one that is larger is slower to build, and falls out of the processor's nearest cache. */
export const LITERAL_BITS: u32 = 11;
export const DISTANCE_BITS: u32 = 8;

/** Symbols of literals and lengths, and of distances, with those that are in no stream (RFC 1951, section 3.2.6). */
export const LITERAL_SYMBOLS: i32 = 288;
export const DISTANCE_SYMBOLS: i32 = 32;

const END_OF_BLOCK: i32 = 256;
const LONGEST_CODE: u32 = 15;

// What zlib's examples/enough.c computes for these symbols and bits: 2342 and 402.
export const LITERAL_TABLE: usize = memory.data(2344 * 4, 64);
export const DISTANCE_TABLE: usize = memory.data(404 * 4, 64);

/** Entries of all symbols, but for the code word's length. */
export const LITERAL_ENTRIES: usize = memory.data(LITERAL_SYMBOLS * 4, 64);
export const DISTANCE_ENTRIES: usize = memory.data(DISTANCE_SYMBOLS * 4, 64);

const COUNTS: usize = memory.data(16 * 4, 64);
const PLACES: usize = memory.data(16 * 4, 64);
const SORTED: usize = memory.data(LITERAL_SYMBOLS * 2, 64);

/**
 * @param lengths Of the code words, a byte for each symbol; 0: it has none.
 * @returns Whether these are the lengths of a prefix code (RFC 1951, section 3.2.2).
 */
export function buildTable(lengths: usize, symbols: i32, entries: usize, table: usize, tableBits: u32): bool {
  memory.fill(COUNTS, 0, 16 * 4);
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = COUNTS + (<usize>load<u8>(lengths + symbol) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let longest = LONGEST_CODE;
  while (longest > 0 && load<u32>(COUNTS + (longest << 2)) == 0) longest--;

  // How many words of each length are left over.
  let left: i32 = 1;
  let place: u32 = 0;
  for (let length: u32 = 1; length <= longest; length++) {
    const count = load<u32>(COUNTS + (length << 2));
    left = (left << 1) - <i32>count;
    if (left < 0) return false;
    store<u32>(PLACES + (length << 2), place);
    place += count;
  }
  if (left > 0 && longest > 1) return false;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const length = <usize>load<u8>(lengths + symbol);
    if (length == 0) continue;
    const place = load<u32>(PLACES + (length << 2));
    store<u16>(SORTED + (place << 1), <u16>symbol);
    store<u32>(PLACES + (length << 2), place + 1);
  }
  if (left > 0) fillSingle(longest, entries, table, tableBits);
  else fillTable(entries, table, tableBits);
  return true;
}

/** A code of no word, or of one word of one bit: zlib takes it, and refuses the other bit when it comes. */
function fillSingle(longest: u32, entries: usize, table: usize, tableBits: u32): void {
  const missing = EXCEPTION | NO_SYMBOL | 0x101;
  const entry = longest == 0 ? missing : load<u32>(entries + (<usize>load<u16>(SORTED) << 2)) + 0x101;
  const end = table + (4 << tableBits);
  for (let at = table; at < end; at += 8) {
    store<u32>(at, entry);
    store<u32>(at, missing, 4);
  }
}

/** Goes through the code words in order, each from its last bit on, as the stream has them (section 3.1.1). */
function fillTable(entries: usize, table: usize, tableBits: u32): void {
  let sorted: usize = SORTED;
  let word: u32 = 0;
  let length: u32 = 1;
  while (load<u32>(COUNTS + (length << 2)) == 0) length++;
  let count = load<u32>(COUNTS + (length << 2));
  // What is filled so far is doubled for each further bit.
  let filled: u32 = 1 << length;
  while (length <= tableBits) {
    const entry = load<u32>(entries + (<usize>load<u16>(sorted) << 2)) + length * 0x101;
    sorted += 2;
    store<u32>(table + (word << 2), entry);
    if (word == filled - 1) {
      for (; length < tableBits; length++) {
        memory.copy(table + (filled << 2), table, filled << 2);
        filled <<= 1;
      }
      return;
    }
    word = wordAfter(word, filled - 1);
    count--;
    while (count == 0) {
      length++;
      if (length <= tableBits) {
        memory.copy(table + (filled << 2), table, filled << 2);
        filled <<= 1;
      }
      count = load<u32>(COUNTS + (length << 2));
    }
  }
  fillSubtables(entries, table, tableBits, sorted, word, length, count);
}

function fillSubtables(
  entries: usize,
  table: usize,
  tableBits: u32,
  sorted: usize,
  word: u32,
  length: u32,
  count: u32,
): void {
  const mask: u32 = (1 << tableBits) - 1;
  let prefix: u32 = u32.MAX_VALUE;
  let start: u32 = 0;
  let end: u32 = 1 << tableBits;
  while (true) {
    if ((word & mask) != prefix) {
      prefix = word & mask;
      start = end;
      let bits = length - tableBits;
      let used = count;
      while (used < <u32>1 << bits) {
        bits++;
        used = (used << 1) + load<u32>(COUNTS + ((tableBits + bits) << 2));
      }
      end = start + (1 << bits);
      store<u32>(table + (prefix << 2), EXCEPTION | SUBTABLE | (start << 16) | (bits << 8) | tableBits);
    }
    const rest = length - tableBits;
    const entry = load<u32>(entries + (<usize>load<u16>(sorted) << 2)) + rest * 0x101;
    sorted += 2;
    for (let at = start + (word >> tableBits); at < end; at += 1 << rest) store<u32>(table + (at << 2), entry);
    const last: u32 = (1 << length) - 1;
    if (word == last) return;
    word = wordAfter(word, last);
    count--;
    while (count == 0) {
      length++;
      count = load<u32>(COUNTS + (length << 2));
    }
  }
}

/** Adds one to a code word that has its first bit lowest. */
function wordAfter(word: u32, last: u32): u32 {
  const bit: u32 = 1 << (31 - clz(word ^ last));
  return (word & (bit - 1)) | bit;
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

for (let symbol = 0; symbol < LITERAL_SYMBOLS; symbol++) {
  let entry: u32 = EXCEPTION | NO_SYMBOL;
  if (symbol < END_OF_BLOCK) {
    entry = LITERAL | (symbol << 16);
  } else if (symbol == END_OF_BLOCK) {
    entry = EXCEPTION;
  } else if (symbol <= END_OF_BLOCK + 29) {
    const index = symbol - END_OF_BLOCK - 1;
    entry = (<u32>load<u16>(LENGTH_BASES + (index << 1)) << 16) | load<u8>(LENGTH_EXTRA_BITS + index);
  }
  store<u32>(LITERAL_ENTRIES + (symbol << 2), entry);
}

for (let symbol = 0; symbol < DISTANCE_SYMBOLS; symbol++) {
  let entry: u32 = EXCEPTION | NO_SYMBOL;
  if (symbol < 30) {
    const extraBits = symbol < 4 ? 0 : (symbol - 2) >> 1;
    entry = (<u32>load<u16>(DISTANCE_BASES + (symbol << 1)) << 16) | extraBits;
  }
  store<u32>(DISTANCE_ENTRIES + (symbol << 2), entry);
}
