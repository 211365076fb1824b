import { DELIMITER, OUTPUT_DELIMITER, PLAN, QUOTE } from './edit-plan';
import { contains, NO_ROOM, putByte } from './output';

/** Whether a phone holds what is stripped from it. */
export function holdsDress(start: u32, end: u32): bool {
  for (; start < end; start++) {
    if (load<u8>(IS_DRESS + load<u8>(start)) != 0) return true;
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
  if (!isQuoted && !needsQuotes(start, end)) return strip(start, end, false);
  if (!isQuoted && !mayGrow) return NO_ROOM;
  putByte(QUOTE);
  // In quotes, those of the value are doubled already.
  const length = strip(start, end, !isQuoted);
  putByte(QUOTE);
  return length + 2;
}

/** Whether an unquoted value, which holds no newline, needs quotes when it is stripped. */
function needsQuotes(start: u32, end: u32): bool {
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  const changes = delimiter != load<u32>(PLAN, DELIMITER);
  if (changes && contains(start, end, delimiter) && load<u8>(IS_DRESS + delimiter) == 0) return true;
  while (start < end && load<u8>(IS_DRESS + load<u8>(start)) != 0) start++;
  return start < end && load<u8>(start) == QUOTE;
}

// @ts-ignore: decorator
@inline
function strip(start: u32, end: u32, doublesQuotes: bool): i32 {
  let length = 0;
  for (; start < end; start++) {
    const byte: u32 = load<u8>(start);
    if (load<u8>(IS_DRESS + byte) != 0) continue;
    putByte(byte);
    length += 1;
    if (doublesQuotes && byte == QUOTE) putByte(QUOTE);
  }
  return length;
}

// 1 for ASCII white space and `x ( ) - .`
const IS_DRESS: u32 = u32(
  memory.data<u8>([
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]),
);
