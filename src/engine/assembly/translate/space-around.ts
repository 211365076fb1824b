import { isDelimiter } from './dialect';

const SPACE: u32 = 0x20;
const TAB: u32 = 0x09;

/** Where a field begins behind the space in front of it. */
export function afterSpaces(position: u32, end: u32): u32 {
  while (position < end && isSpace(load<u8>(position)) && !isDelimiter(position, end, true)) position += 1;
  return position;
}

/** Where bytes end without the space behind them. */
export function trimmedTo(start: u32, end: u32): u32 {
  while (end > start && isSpace(load<u8>(end - 1))) end -= 1;
  return end;
}

// @ts-ignore: decorator
@inline
function isSpace(byte: u32): bool {
  return byte == SPACE || byte == TAB;
}
