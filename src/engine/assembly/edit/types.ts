import { FIELDS, QUOTE } from '../plan/edit-plan';
import { trimmedEnd, trimmedStart } from '../write/trim';

// Decides whether values fit the types of their fields, as `RecordTypes` in csv/record-types.js does. What most columns hold
// is recognized here; JavaScript is asked about everything else.

/**
 * @param isQuoted Whether quotes in [start, end), which is without enclosing ones, are doubled.
 * @returns 1 if the value fits.
 */
// @ts-ignore: decorator
@external("editor", "fitsType")
declare function fitsType(number: u32, start: u32, end: u32, isQuoted: i32): i32;

/** Plans with more are left to JavaScript. */
export const MAX_TYPES: u32 = 1024;

// Written by type-layout.js, as 32-bit numbers: how many; then for each its field's position, and its kind.
export const TYPES: u32 = u32(memory.data((1 + 2 * 1024) * 4, 16));

// Kinds: OTHER, up to 16 for whole numbers of so many digits, or one of these; and TRIMS, if white space at the value's ends
// does not count.
const OTHER: u32 = 0;
const DECIMAL: u32 = 32;
const DATE: u32 = 33;
const BOOLEAN: u32 = 34;
const TIMESTAMP: u32 = 35;
const UUID: u32 = 36;
const TRIMS: u32 = 64;

// @ts-ignore: decorator
@inline
export function hasTypes(): bool {
  return load<u32>(TYPES) != 0;
}

/** Whether the values of the record whose fields' ends are in FIELDS fit. */
export function valuesFit(): bool {
  const count = load<u32>(TYPES);
  let list = TYPES + 4;
  for (let number: u32 = 0; number < count; number++, list += 8) {
    const field = FIELDS + (load<u32>(list) << 2);
    let start = load<u32>(field) + 1;
    let end = load<u32>(field, 4);
    // An empty value stands for NULL.
    if (start == end) continue;
    let kind = load<u32>(list, 4);
    const isQuoted = load<u8>(start) == QUOTE;
    if (isQuoted) {
      start += 1;
      end -= 1;
    }
    if ((kind & TRIMS) != 0) {
      start = trimmedStart(start, end);
      end = trimmedEnd(start, end);
      kind ^= TRIMS;
    }
    if (start == end || isUsual(kind, start, end)) continue;
    if (fitsType(number, start, end, i32(isQuoted)) == 0) return false;
  }
  return true;
}

/** Whether a value surely fits. May read 48 bytes past the start. */
// @ts-ignore: decorator
@inline
function isUsual(kind: u32, start: u32, end: u32): bool {
  if (kind > DATE) return isUsualOther(kind, start, end - start);
  if (kind == OTHER || end - start > 16) return false;
  let others = ~digitsAt(start) & ((1 << (end - start)) - 1);
  if (kind > DECIMAL) return end - start == 10 && others == 0b10010000 && isUsualDate(start);
  let length = end - start;
  if ((others & 1) != 0) {
    // A minus in front of a digit.
    if (load<u8>(start) != 0x2d || length == 1 || (others & 2) != 0) return false;
    others ^= 1;
    length -= 1;
  }
  if (others == 0) return kind == DECIMAL || length <= kind;
  if (kind != DECIMAL) return false;
  return (others & (others - 1)) == 0 && load<u8>(start + u32(ctz(others))) == 0x2e;
}

function isUsualOther(kind: u32, start: u32, length: u32): bool {
  if (kind == BOOLEAN) return isUsualBoolean(start, length);
  return kind == TIMESTAMP ? isUsualTimestamp(start, length) : isUsualUuid(start, length);
}

/** Whether it is `true`, `false`, `t`, `f`, `1` or `0`. */
function isUsualBoolean(start: u32, length: u32): bool {
  const first: u32 = load<u8>(start);
  if (length == 1) return (first & 0xfe) == 0x30 || first == 0x74 || first == 0x66;
  if (length == 4) return load<u32>(start) == 0x65757274;
  return length == 5 && load<u32>(start) == 0x736c6166 && load<u8>(start, 4) == 0x65;
}

/** Whether it is as `2024-01-31 12:34:56`, or with a T in between. */
function isUsualTimestamp(start: u32, length: u32): bool {
  if (length != 19 || digitsAt(start) != 0b1101101101101111) return false;
  const between: u32 = load<u8>(start, 10);
  if ((between != 0x20 && between != 0x54) || load<u8>(start, 13) != 0x3a || load<u8>(start, 16) != 0x3a) return false;
  const seconds: u32 = load<u16>(start, 17);
  if ((seconds & 0xf0f0) != 0x3030 || (((seconds & 0x0f0f) + 0x0606) & 0xf0f0) != 0) return false;
  return isUsualDate(start) && twoDigits(start + 11) < 24 && twoDigits(start + 14) < 60 && twoDigits(start + 17) < 60;
}

/** Whether it is as `01234567-89ab-cdef-0123-456789abcdef`, in either case. */
function isUsualUuid(start: u32, length: u32): bool {
  if (length != 36) return false;
  if (load<u8>(start, 8) != HYPHEN || load<u8>(start, 13) != HYPHEN) return false;
  if (load<u8>(start, 18) != HYPHEN || load<u8>(start, 23) != HYPHEN) return false;
  if (hexDigitsAt(start) != 0b1101111011111111 || hexDigitsAt(start + 16) != 0b1111111101111011) return false;
  return (hexDigitsAt(start + 32) & 0b1111) == 0b1111;
}

/** Which of 16 bytes are digits, a bit each. */
// @ts-ignore: decorator
@inline
function digitsAt(start: u32): u32 {
  return u32(i8x16.bitmask(i8x16.lt_u(i8x16.sub(v128.load(start), i8x16.splat(0x30)), i8x16.splat(10))));
}

/** Which of 16 bytes are hexadecimal digits, a bit each. */
function hexDigitsAt(start: u32): u32 {
  const letters = v128.or(v128.load(start), i8x16.splat(0x20));
  return digitsAt(start) | u32(i8x16.bitmask(i8x16.lt_u(i8x16.sub(letters, i8x16.splat(0x61)), i8x16.splat(6))));
}

/** Whether four, two and two digits are a date, up to the 28th of a month. */
function isUsualDate(start: u32): bool {
  if (load<u8>(start, 4) != 0x2d || load<u8>(start, 7) != 0x2d || load<u32>(start) == 0x30303030) return false;
  const month = twoDigits(start + 5);
  const day = twoDigits(start + 8);
  return month - 1 < 12 && day - 1 < 28;
}

// @ts-ignore: decorator
@inline
function twoDigits(start: u32): u32 {
  return (u32(load<u8>(start)) - 0x30) * 10 + u32(load<u8>(start, 1)) - 0x30;
}

const HYPHEN: u32 = 0x2d;
