import { CR, LF } from '../plan/edit-plan';

/** Writes the ends of the fields whose delimiters are in a block. Up to three more are written, and do not count. */
// @ts-ignore: decorator
@inline
export function noteEnds(field: u32, base: u32, delimiters: u64): u32 {
  const after = field + (u32(popcnt(delimiters)) << 2);
  do {
    store<u32>(field, base + u32(ctz(delimiters)));
    delimiters &= delimiters - 1;
    store<u32>(field, base + u32(ctz(delimiters)), 4);
    delimiters &= delimiters - 1;
    store<u32>(field, base + u32(ctz(delimiters)), 8);
    delimiters &= delimiters - 1;
    store<u32>(field, base + u32(ctz(delimiters)), 12);
    delimiters &= delimiters - 1;
    field += 16;
  } while (field < after);
  return after;
}

/** One bit for each of the 64 bytes of four comparisons. */
// @ts-ignore: decorator
@inline
export function bits(c0: v128, c1: v128, c2: v128, c3: v128): u64 {
  return (
    (u64(u32(i8x16.bitmask(c0)) | (u32(i8x16.bitmask(c1)) << 16))) |
    (u64(u32(i8x16.bitmask(c2)) | (u32(i8x16.bitmask(c3)) << 16)) << 32)
  );
}

/** Sets each bit that has an odd number of bits up to and including itself. */
// @ts-ignore: decorator
@inline
export function prefixXor(value: u64): u64 {
  value ^= value << 1;
  value ^= value << 2;
  value ^= value << 4;
  value ^= value << 8;
  value ^= value << 16;
  return value ^ (value << 32);
}

/** Clears the bits for the CR of a CRLF behind a closing quote. */
export function withoutLineEnds(odd: u64, behind: u64, base: u32, end: u32): u64 {
  for (let rest = odd & behind; rest != 0; rest &= rest - 1) {
    const address = base + u32(ctz(rest));
    if (load<u8>(address) == CR && (address + 1 >= end || load<u8>(address, 1) == LF)) odd &= ~(rest & (0 - rest));
  }
  return odd;
}

/** Where a record's last field ends. */
// @ts-ignore: decorator
@inline
export function endOfLine(record: u32, newline: u32): u32 {
  return newline > record && load<u8>(newline - 1) == CR ? newline - 1 : newline;
}
