import { CR, LF } from './edit-plan';

/** Writes where the fields end whose delimiters are in a block. May write up to three more, which do not count. */
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

/** A bit for each byte of the comparisons with 64 of them. */
// @ts-ignore: decorator
@inline
export function bits(c0: v128, c1: v128, c2: v128, c3: v128): u64 {
  return (
    (u64(u32(i8x16.bitmask(c0)) | (u32(i8x16.bitmask(c1)) << 16))) |
    (u64(u32(i8x16.bitmask(c2)) | (u32(i8x16.bitmask(c3)) << 16)) << 32)
  );
}

/** Each bit becomes whether the number of bits up to it, itself included, is odd. */
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

/** Takes the bits away that stand for the CR of a CRLF behind a closing quote. */
export function withoutLineEnds(odd: u64, behind: u64, base: u32, end: u32): u64 {
  for (let rest = odd & behind; rest != 0; rest &= rest - 1) {
    const place = base + u32(ctz(rest));
    if (load<u8>(place) == CR && (place + 1 >= end || load<u8>(place, 1) == LF)) odd &= ~(rest & (0 - rest));
  }
  return odd;
}
