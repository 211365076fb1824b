import { LONG_BYTES, OUTPUT_DELIMITER, PIECES, PLAN, QUOTE } from '../plan/edit-plan';

// Edited records, as a list of pieces for JavaScript to copy: bytes of the output region, and between them long unchanged
// parts of the input. Bytes that stay together, even across records, are one copy.

/** What a function returns that has no room for the quotes that a field needs: the record is written field by field. */
export const NO_ROOM: i32 = -5;

let out: u32 = 0;
let outStart: u32 = 0;
let outEnd: u32 = 0;
// The input that is gathered and not copied yet.
let from: u32 = 0;
let to: u32 = 0;

// The beginning of the piece that is not in the list yet; the end of the list.
let pieceStart: u32 = 0;
let pieces: u32 = 0;

let markedOut: u32 = 0;
let markedFrom: u32 = 0;
let markedTo: u32 = 0;
let markedPieceStart: u32 = 0;
let markedPieces: u32 = 0;

export function beginOutput(output: u32, outputEnd: u32): void {
  out = output;
  outStart = output;
  outEnd = outputEnd;
  pieceStart = output;
  pieces = PIECES;
  from = 0;
  to = 0;
}

/** @returns How many pieces there are. */
export function endOutput(): u32 {
  flush();
  endPiece();
  return (pieces - PIECES) >> 3;
}

/** Writes the gathered bytes. */
export function flush(): void {
  if (to - from < LONG_BYTES) {
    flushCopied();
    return;
  }
  endPiece();
  store<u32>(pieces, from);
  store<u32>(pieces, to, 4);
  pieces += 8;
  from = to;
}

// @ts-ignore: decorator
@inline
function flushCopied(): void {
  const length = to - from;
  if (length > 0) {
    copy(out, from, length);
    out += length;
  }
  from = to;
}

function endPiece(): void {
  if (pieceStart == out) return;
  store<u32>(pieces, pieceStart);
  store<u32>(pieces, out, 4);
  pieces += 8;
  pieceStart = out;
}

/** Whether there is room for a record of that length. */
// @ts-ignore: decorator
@inline
export function hasRoom(length: u32): bool {
  const gathered = to - from;
  // Gathered bytes that are long take no room, and may keep growing.
  return out + (gathered < LONG_BYTES ? gathered : 0) + length <= outEnd;
}

export function isEmpty(): bool {
  return out == outStart && from == to && pieces == PIECES;
}

// @ts-ignore: decorator
@inline
export function mark(): void {
  markedOut = out;
  markedFrom = from;
  markedTo = to;
  markedPieceStart = pieceStart;
  markedPieces = pieces;
}

/** Takes back what was written since `mark`. */
export function takeBack(): void {
  out = markedOut;
  from = markedFrom;
  to = markedTo;
  pieceStart = markedPieceStart;
  pieces = markedPieces;
}

/** Gathers bytes of the input. */
// @ts-ignore: decorator
@inline
export function gather(start: u32, end: u32): void {
  if (start != to) {
    flush();
    from = start;
  }
  to = end;
}

/**
 * Writes the gathered bytes with another delimiter.
 *
 * @param field The entry of the first field whose delimiter may be among them.
 */
export function flushChanged(field: u32, lastField: u32): void {
  const moved = out - from;
  const end = to;
  flushCopied();
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  for (; field < lastField; field += 4) {
    const address = load<u32>(field);
    if (address >= end) return;
    store<u8>(address + moved, delimiter);
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

/** Writes a number in decimal digits. */
export function putNumber(value: u64): void {
  if (value > 0xffff_ffff) {
    putNumber(value / 10);
    putByte(0x30 + u32(value % 10));
    return;
  }
  let rest = u32(value);
  let end = out + 1;
  for (let more = rest / 10; more != 0; more /= 10) end += 1;
  out = end;
  do {
    end -= 1;
    store<u8>(end, 0x30 + (rest % 10));
    rest /= 10;
  } while (rest != 0);
}

/** Writes a field in quotes, and doubles the quotes in it. */
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

/** Where the next byte is written. Until `goOn`, whoever writes there himself must not use the functions above. */
// @ts-ignore: decorator
@inline
export function position(): u32 {
  return out;
}

// @ts-ignore: decorator
@inline
export function goOn(address: u32): void {
  out = address;
}

/** May read and write up to 31 bytes past the end, or 32 bytes if there are none. */
// @ts-ignore: decorator
@inline
export function copy(target: u32, source: u32, length: u32): void {
  v128.store(target, v128.load(source));
  v128.store(target, v128.load(source, 16), 16);
  if (length > 32) copyRest(target + 32, source + 32, length - 32);
}

function copyRest(target: u32, source: u32, length: u32): void {
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
