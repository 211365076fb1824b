import {
  CR,
  DELIMITER,
  FIELDS,
  GROWTH,
  LAST_KEPT,
  LISTS,
  OUTPUT_DELIMITER,
  PLAN,
  QUOTE,
  REPLACEMENT,
  REQUIRED_COUNT,
  RUN_COUNT,
  WIDTH,
} from './edit-plan';

/** How many bytes JavaScript has put into REPLACEMENT; else -1: the field stays; -2: it stays, and is no number; -3: the record is JavaScript's. */
// @ts-ignore: decorator
@external("editor", "formatPhone")
declare function formatPhone(phone: i32, start: u32, end: u32): i32;

export let written: u32 = 0;
export let filtered: u32 = 0;
export let formatted: u32 = 0;
export let unparsed: u32 = 0;

let out: u32 = 0;
let outEnd: u32 = 0;
// Bytes that stay together, and are not copied yet.
let from: u32 = 0;
let to: u32 = 0;

export function beginWriting(output: u32, outputEnd: u32): void {
  out = output;
  outEnd = outputEnd;
  from = 0;
  to = 0;
  written = 0;
  filtered = 0;
  formatted = 0;
  unparsed = 0;
}

/** @returns Where the output ends. */
export function endWriting(): u32 {
  settle();
  return out;
}

// @ts-ignore: decorator
@inline
export function hasRoom(length: u32): bool {
  return out + (to - from) + length + load<u32>(PLAN, GROWTH) <= outEnd;
}

// @ts-ignore: decorator
@inline
export function lacksRequired(): bool {
  const count = load<u32>(PLAN, REQUIRED_COUNT);
  for (let list = LISTS, end = LISTS + (count << 2); list < end; list += 4) {
    const field = FIELDS + (load<u32>(list) << 2);
    const start = load<u32>(field) + 1;
    const length = load<u32>(field, 4) - start;
    if (length == 0 || (length == 2 && load<u8>(start) == QUOTE)) {
      filtered += 1;
      return true;
    }
  }
  return false;
}

/**
 * Writes the record whose fields' ends are in FIELDS, as RecordWriter does.
 *
 * @returns Whether that was possible; else it is as if it had not been tried.
 */
export function writeRecord(recordEnd: u32, after: u32): bool {
  const lastKept = load<u32>(PLAN, LAST_KEPT);
  if (after == recordEnd + 1 && lastKept + 1 < load<u32>(PLAN, WIDTH)) {
    // The CR that the field ends in would be read as part of the newline.
    if (load<u8>(load<u32>(FIELDS + (lastKept << 2), 4) - 1) == CR) return false;
  }
  const outBefore = out;
  const fromBefore = from;
  const toBefore = to;
  const formattedBefore = formatted;
  const unparsedBefore = unparsed;

  let list = LISTS + (load<u32>(PLAN, REQUIRED_COUNT) << 2);
  for (let runs = load<u32>(PLAN, RUN_COUNT); runs > 0; runs--) {
    const first = load<u32>(list);
    const last = load<u32>(list, 4);
    let phones = load<u32>(list, 8);
    list += 12;
    let field = first;
    let start = load<u32>(FIELDS + (first << 2)) + 1;
    for (; phones > 0; phones--) {
      const index = load<u32>(list);
      const phone = load<i32>(list, 4);
      list += 8;
      const phoneStart = load<u32>(FIELDS + (index << 2)) + 1;
      const phoneEnd = load<u32>(FIELDS + (index << 2), 4);
      const length = phoneEnd - phoneStart;
      const isQuoted = length > 0 && load<u8>(phoneStart) == QUOTE;
      if (length == 0 || (isQuoted && length == 2)) continue;
      if (phone < 0) {
        formatted += 1;
        const dress = findDress(phoneStart, phoneEnd);
        if (dress == phoneEnd) continue;
        write(start, phoneStart, field);
        settle();
        const begin = out;
        strip(phoneStart, phoneEnd);
        if (!isQuoted && out > begin && load<u8>(begin) == QUOTE) phones = UNDONE;
      } else {
        const replacement = formatPhone(phone, phoneStart, phoneEnd);
        if (replacement == -1) {
          formatted += 1;
          continue;
        }
        if (replacement == -2) {
          unparsed += 1;
          continue;
        }
        formatted += 1;
        write(start, phoneStart, field);
        settle();
        if (replacement < 0) phones = UNDONE;
        else {
          copy(out, REPLACEMENT, replacement);
          out += replacement;
        }
      }
      if (phones == UNDONE) {
        out = outBefore;
        from = fromBefore;
        to = toBefore;
        formatted = formattedBefore;
        unparsed = unparsedBefore;
        return false;
      }
      start = phoneEnd;
      field = index;
    }
    const end = load<u32>(FIELDS + (last << 2), 4);
    if (runs > 1) write(start, end + 1, field);
    else {
      write(start, end, field);
      write(recordEnd, after, load<u32>(PLAN, WIDTH));
    }
  }
  written += 1;
  return true;
}

const UNDONE: u32 = 0xffff_ffff;

/**
 * Writes bytes of the record, with another delimiter where that changes.
 *
 * @param field The first one that may end in them.
 */
// @ts-ignore: decorator
@inline
function write(start: u32, end: u32, field: u32): void {
  if (start != to) {
    settle();
    from = start;
  }
  to = end;
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  if (delimiter != load<u32>(PLAN, DELIMITER)) changeDelimiters(delimiter, field);
}

function changeDelimiters(delimiter: u32, field: u32): void {
  const moved = out - from;
  const end = to;
  settle();
  from = end;
  const lastField = load<u32>(PLAN, WIDTH) - 1;
  for (; field < lastField; field++) {
    const place = load<u32>(FIELDS + (field << 2), 4);
    if (place >= end) return;
    store<u8>(place + moved, delimiter);
  }
}

/** Copies the bytes that have been gathered. */
// @ts-ignore: decorator
@inline
function settle(): void {
  const length = to - from;
  if (length > 0) {
    copy(out, from, length);
    out += length;
  }
  from = to;
}

/** May read and write up to 31 bytes more. */
// @ts-ignore: decorator
@inline
function copy(target: u32, source: u32, length: u32): void {
  if (length > 1024) {
    memory.copy(target, source, length);
    return;
  }
  const end = target + length;
  do {
    v128.store(target, v128.load(source));
    v128.store(target, v128.load(source, 16), 16);
    source += 32;
    target += 32;
  } while (target < end);
}

/** The first byte that a phone number is dressed with. */
// @ts-ignore: decorator
@inline
function findDress(start: u32, end: u32): u32 {
  while (start < end && load<u8>(IS_DRESS + load<u8>(start)) == 0) start++;
  return start;
}

// @ts-ignore: decorator
@inline
function strip(start: u32, end: u32): void {
  for (; start < end; start++) {
    const byte: u32 = load<u8>(start);
    store<u8>(out, byte);
    out += load<u8>(IS_DRESS + byte) ^ 1;
  }
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
