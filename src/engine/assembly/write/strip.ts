import { DELIMITER, OUTPUT_DELIMITER, PLAN, QUOTE } from '../plan/edit-plan';
import { contains, NO_ROOM, putByte } from './output';

/** Whether a phone holds what is stripped from it. */
export function holdsDress(start: u32, end: u32): bool {
  if (load<u8>(start) == APOSTROPHE && start + 1 < end && begins(load<u8>(start, 1))) return true;
  for (; start < end; start++) {
    if (load<u8>(IS_DRESS + load<u8>(start)) != 0 && dressAt(start, end) != 0) return true;
  }
  return false;
}

/**
 * Writes a phone without what is stripped from it. [start, end) is its value.
 *
 * @param mayGrow Whether there is room for quotes that it may need.
 * @returns How many bytes it has; NO_ROOM if it needs quotes and may not grow.
 */
export function putStripped(isQuoted: bool, start: u32, end: u32, mayGrow: bool): i32 {
  start = withoutMark(start, end);
  if (!isQuoted && !needsQuotes(start, end)) return strip(start, end, false);
  if (!isQuoted && !mayGrow) return NO_ROOM;
  putByte(QUOTE);
  // In quotes, those of the value are doubled already.
  const length = strip(start, end, !isQuoted);
  putByte(QUOTE);
  return length + 2;
}

/** @returns Where the value begins without what is stripped in front of it, and without an apostrophe before a number. */
function withoutMark(start: u32, end: u32): u32 {
  start = withoutDress(start, end);
  if (start == end || load<u8>(start) != APOSTROPHE) return start;
  const next = withoutDress(start + 1, end);
  return next < end && begins(load<u8>(next)) ? next : start;
}

function withoutDress(start: u32, end: u32): u32 {
  while (start < end) {
    const length = dressAt(start, end);
    if (length == 0) return start;
    start += length;
  }
  return start;
}

/** Whether a number may begin with a byte. */
// @ts-ignore: decorator
@inline
function begins(byte: u32): bool {
  return byte == 0x2b || byte - 0x30 < 10;
}

/** Whether an unquoted value, which holds no newline, and begins with what stays, needs quotes when it is stripped. */
function needsQuotes(start: u32, end: u32): bool {
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  const changes = delimiter != load<u32>(PLAN, DELIMITER);
  if (changes && contains(start, end, delimiter) && load<u8>(IS_DRESS + delimiter) == 0) return true;
  return start < end && load<u8>(start) == QUOTE;
}

// @ts-ignore: decorator
@inline
function strip(start: u32, end: u32, doublesQuotes: bool): i32 {
  let length = 0;
  while (start < end) {
    const dress = dressAt(start, end);
    if (dress != 0) {
      start += dress;
      continue;
    }
    const byte: u32 = load<u8>(start);
    start += 1;
    putByte(byte);
    length += 1;
    if (doublesQuotes && byte == QUOTE) putByte(QUOTE);
  }
  return length;
}

/** How many bytes are stripped here: 0 if none. */
// @ts-ignore: decorator
@inline
function dressAt(start: u32, end: u32): u32 {
  const kind: u32 = load<u8>(IS_DRESS + load<u8>(start));
  return kind < 2 ? kind : invisibleAt(start, end);
}

/** The same as `lengthOfInvisible` in src/phone/invisible.js. */
function invisibleAt(start: u32, end: u32): u32 {
  const first: u32 = load<u8>(start);
  const second: u32 = start + 1 < end ? load<u8>(start, 1) : 0;
  if (first == 0xc2) return second == 0x85 || second == 0xa0 || second == 0xad ? 2 : 0;
  if (first == 0xd8) return second == 0x9c ? 2 : 0;
  const third: u32 = start + 2 < end ? load<u8>(start, 2) : 0;
  if (first == 0xe2) {
    if (second == 0x80) return third - 0x80 < 16 || third - 0xa8 < 8 ? 3 : 0;
    return second == 0x81 && (third == 0x9f || third == 0xa0 || third - 0xa6 < 4) ? 3 : 0;
  }
  if (first == 0xe1) return second == 0x9a && third == 0x80 ? 3 : 0;
  if (first == 0xe3) return second == 0x80 && third == 0x80 ? 3 : 0;
  return second == 0xbb && third == 0xbf ? 3 : 0;
}

const APOSTROPHE: u32 = 0x27;

// 1 for ASCII white space and `x ( ) - .`, 2 for the first byte of what may be an invisible character.
const IS_DRESS: u32 = u32(
  memory.data<u8>([
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0,
    0, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]),
);
