import { OUTPUT_DELIMITER, PLAN, QUOTE } from './edit-plan';

// Edited records, one behind the other. Bytes of the input that stay together, across records too, are copied in one.

let out: u32 = 0;
let outStart: u32 = 0;
let outEnd: u32 = 0;
// What has been gathered and is not copied yet.
let from: u32 = 0;
let to: u32 = 0;

let markedOut: u32 = 0;
let markedFrom: u32 = 0;
let markedTo: u32 = 0;

export function beginOutput(output: u32, outputEnd: u32): void {
  out = output;
  outStart = output;
  outEnd = outputEnd;
  from = 0;
  to = 0;
}

/** @returns Where the output ends. */
export function endOutput(): u32 {
  settle();
  return out;
}

/** Copies what has been gathered. */
export function settle(): void {
  const length = to - from;
  if (length > 0) {
    copy(out, from, length);
    out += length;
  }
  from = to;
}

/** Whether so many bytes more may be written. */
// @ts-ignore: decorator
@inline
export function hasRoom(length: u32): bool {
  return out + (to - from) + length <= outEnd;
}

export function isEmpty(): bool {
  return out == outStart && from == to;
}

// @ts-ignore: decorator
@inline
export function mark(): void {
  markedOut = out;
  markedFrom = from;
  markedTo = to;
}

/** Takes back what was written since `mark`. */
export function takeBack(): void {
  out = markedOut;
  from = markedFrom;
  to = markedTo;
}

/** Gathers bytes of the input. */
// @ts-ignore: decorator
@inline
export function gather(start: u32, end: u32): void {
  if (start != to) {
    settle();
    from = start;
  }
  to = end;
}

/**
 * Writes what has been gathered, with another delimiter.
 *
 * @param field Where the ends of the fields are from which on delimiters may be in it.
 */
export function settleChanged(field: u32, lastField: u32): void {
  const moved = out - from;
  const end = to;
  settle();
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  for (; field < lastField; field += 4) {
    const place = load<u32>(field);
    if (place >= end) return;
    store<u8>(place + moved, delimiter);
  }
}

// @ts-ignore: decorator
@inline
export function putByte(byte: u32): void {
  store<u8>(out, byte);
  out += 1;
}

// @ts-ignore: decorator
@inline
export function put(start: u32, length: u32): void {
  copy(out, start, length);
  out += length;
}

/** Writes a field in quotes, with the quotes that it holds doubled. */
export function putQuoted(start: u32, end: u32): void {
  putByte(QUOTE);
  if (!contains(start, end, QUOTE)) put(start, end - start);
  else {
    for (; start < end; start++) {
      const byte: u32 = load<u8>(start);
      putByte(byte);
      if (byte == QUOTE) putByte(QUOTE);
    }
  }
  putByte(QUOTE);
}

export function contains(start: u32, end: u32, byte: u32): bool {
  const wanted = i8x16.splat(byte as i8);
  for (; start < end; start += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(start), wanted));
    if (found != 0) return start + u32(ctz(found)) < end;
  }
  return false;
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
