import { DELIMITER, OUTPUT_DELIMITER, PLAN, QUOTE, REPLACEMENT, STRIP } from './edit-plan';
import { contains, put, putByte } from './output';

// Formats phones as PhoneEditor does.

/** @returns How many bytes JavaScript has written into REPLACEMENT, or STAYS, UNPARSED_STAYS or LEAVE. */
// @ts-ignore: decorator
@external("editor", "formatPhone")
declare function formatPhone(formatter: i32, start: u32, end: u32): i32;

export let formatted: u32 = 0;
export let unparsed: u32 = 0;
let markedFormatted: u32 = 0;
let markedUnparsed: u32 = 0;

/** The field stays as it is. */
export const STAYS: i32 = -1;
/** It stays as it is, because it is not a number. */
const UNPARSED_STAYS: i32 = -2;
/** The record is left to JavaScript. */
export const LEAVE: i32 = -3;
/** `putPhone` strips it. */
const STRIPPED: i32 = -4;
/** What `putPhone` returns if the record must be written field by field. */
export const NO_ROOM: i32 = -5;

export function beginPhones(): void {
  formatted = 0;
  unparsed = 0;
}

// @ts-ignore: decorator
@inline
export function markPhones(): void {
  markedFormatted = formatted;
  markedUnparsed = unparsed;
}

/** Forgets what was counted since `markPhones`. */
export function takeBackPhones(): void {
  formatted = markedFormatted;
  unparsed = markedUnparsed;
}

/** @returns STAYS, LEAVE, or the change to call `putPhone` with. */
export function changeOf(formatter: i32, start: u32, end: u32): i32 {
  const length = end - start;
  if (length == 0 || (length == 2 && load<u8>(start) == QUOTE)) return STAYS;
  if (formatter == STRIP) {
    formatted += 1;
    for (; start < end; start++) {
      if (load<u8>(IS_DRESS + load<u8>(start)) != 0) return STRIPPED;
    }
    return STAYS;
  }
  const change = formatPhone(formatter, start, end);
  if (change == UNPARSED_STAYS) {
    unparsed += 1;
    return STAYS;
  }
  formatted += 1;
  return change;
}

/**
 * Writes a phone's new bytes.
 *
 * @param mayGrow Whether there is room for quotes that they may need.
 * @returns How many they are; NO_ROOM if they need quotes and may not grow.
 */
export function putPhone(change: i32, start: u32, end: u32, mayGrow: bool): i32 {
  if (change != STRIPPED) {
    put(REPLACEMENT, change);
    return change;
  }
  if (load<u8>(start) == QUOTE || !needsQuotes(start, end)) return strip(start, end, false);
  if (!mayGrow) return NO_ROOM;
  putByte(QUOTE);
  const length = strip(start, end, true);
  putByte(QUOTE);
  return length + 2;
}

/** Whether an unquoted field, which holds no newline, needs quotes when it is stripped. */
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
