import { EXCEPTION, LITERAL_SYMBOLS, NO_SYMBOL, SUBTABLE } from './decode-table';

/**
 * Builds a table from the lengths of the code words (RFC 1951, section 3.2.2), as libdeflate does: a table of few bits is
 * the first half of the one with a bit more.
 *
 * @param lengths A byte for each symbol; 0 for one without a code word.
 * @param entries Of the symbols, without the code word's length.
 * @returns Whether they make a complete prefix code, or a code of one word of one bit, or of no word.
 */
export function buildTable(lengths: usize, symbols: i32, entries: usize, table: usize, tableBits: u32): bool {
  memory.fill(COUNTS, 0, 16 * 4);
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = COUNTS + (<usize>load<u8>(lengths + symbol) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let longest = LONGEST_CODE;
  while (longest > 0 && load<u32>(COUNTS + (longest << 2)) == 0) longest--;

  // How many words of the length are left over.
  let left: i32 = 1;
  let position: u32 = 0;
  for (let length: u32 = 1; length <= longest; length++) {
    const count = load<u32>(COUNTS + (length << 2));
    left = (left << 1) - <i32>count;
    if (left < 0) return false;
    store<u32>(POSITIONS + (length << 2), position);
    position += count;
  }
  if (left > 0 && longest > 1) return false;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const length = <usize>load<u8>(lengths + symbol);
    if (length == 0) continue;
    const position = load<u32>(POSITIONS + (length << 2));
    store<u16>(SORTED + (position << 1), <u16>symbol);
    store<u32>(POSITIONS + (length << 2), position + 1);
  }
  if (left > 0) fillSingle(longest, entries, table, tableBits);
  else fillTable(entries, table, tableBits);
  return true;
}

/** Fills in a code of no word, or of one word of one bit. zlib accepts it, and refuses the other bit when it comes. */
function fillSingle(longest: u32, entries: usize, table: usize, tableBits: u32): void {
  const missing = EXCEPTION | NO_SYMBOL | 0x101;
  const entry = longest == 0 ? missing : load<u32>(entries + (<usize>load<u16>(SORTED) << 2)) + 0x101;
  const end = table + (4 << tableBits);
  for (let at = table; at < end; at += 8) {
    store<u32>(at, entry);
    store<u32>(at, missing, 4);
  }
}

/** Goes through the code words in order, bit-reversed, as they stand in the stream (section 3.1.1). */
function fillTable(entries: usize, table: usize, tableBits: u32): void {
  let sorted: usize = SORTED;
  let word: u32 = 0;
  let length: u32 = 1;
  while (load<u32>(COUNTS + (length << 2)) == 0) length++;
  let count = load<u32>(COUNTS + (length << 2));
  // The filled part is doubled for each further bit.
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

/** Adds one to a bit-reversed code word. */
function wordAfter(word: u32, last: u32): u32 {
  const bit: u32 = 1 << (31 - clz(word ^ last));
  return (word & (bit - 1)) | bit;
}

const LONGEST_CODE: u32 = 15;

const COUNTS: usize = memory.data(16 * 4, 64);
const POSITIONS: usize = memory.data(16 * 4, 64);
const SORTED: usize = memory.data(LITERAL_SYMBOLS * 2, 64);
