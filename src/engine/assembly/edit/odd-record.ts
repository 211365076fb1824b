import { DELIMITER, CR, FIELDS, LF, OUTPUT_DELIMITER, PLAN, QUOTE, WIDTH } from '../plan/edit-plan';

/** Whether the last record is bad: bytes after a closing quote, or a wrong number of fields. */
export let isFaulty: bool = false;
/** Whether the new delimiter is in one of its unquoted fields. */
export let holdsDelimiter: bool = false;

/**
 * Finds a record's fields one by one, as RecordScanner does (RFC 4180, section 2).
 *
 * @returns The address of its newline; 0 if it is cut off. If its quotes are broken, an address behind that place at which
 *   both its first line and what shows that it is broken have ended.
 */
export function findRecordEnd(record: u32, end: u32): u32 {
  const delimiter = load<u8>(PLAN, DELIMITER);
  const foreign = load<u8>(PLAN, OUTPUT_DELIMITER);
  const changes = delimiter != foreign;
  const lastField = FIELDS + (load<u32>(PLAN, WIDTH) << 2);
  let field = FIELDS + 4;
  let position = record;
  isFaulty = false;
  holdsDelimiter = false;
  for (;;) {
    if (position < end && load<u8>(position) == QUOTE) {
      position = findClosingQuote(position + 1, end) + 1;
      if (position >= end) return 0;
      const next: u32 = load<u8>(position);
      if (next == CR && position + 1 >= end) return 0;
      if (next != delimiter && next != LF && !(next == CR && load<u8>(position, 1) == LF)) return breakOff(record, position, end);
    }
    position = findEndOfField(position, end, delimiter, foreign);
    while (changes && position < end && load<u8>(position) == foreign) {
      holdsDelimiter = true;
      position = findEndOfField(position + 1, end, delimiter, foreign);
    }
    if (position >= end) return 0;
    if (load<u8>(position) == LF) break;
    if (field < lastField) store<u32>(field, position);
    field += 4;
    position += 1;
  }
  if (field != lastField) isFaulty = true;
  return position;
}

/** @param position Behind the closing quote. */
function breakOff(record: u32, position: u32, end: u32): u32 {
  const newline = findByte(record, end, LF);
  if (newline >= end) return 0;
  isFaulty = true;
  // With the byte behind a CR.
  const shown = position + 2 < end ? position + 2 : end;
  return newline + 1 > shown ? newline : shown - 1;
}

/** The first such byte; the end or an address behind it if there is none. */
function findByte(position: u32, end: u32, byte: u32): u32 {
  const wanted = i8x16.splat(byte as i8);
  for (; position < end; position += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(position), wanted));
    if (found != 0) return position + u32(ctz(found));
  }
  return end;
}

/** The first delimiter, newline or new delimiter; the end or an address behind it if there is none. */
function findEndOfField(position: u32, end: u32, delimiter: u8, foreign: u8): u32 {
  const delimiters = i8x16.splat(delimiter);
  const foreigns = i8x16.splat(foreign);
  const newlines = i8x16.splat(0x0a);
  for (; position < end; position += 16) {
    const bytes = v128.load(position);
    const found = v128.or(v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, newlines)), i8x16.eq(bytes, foreigns));
    if (v128.any_true(found)) return position + u32(ctz(i8x16.bitmask(found)));
  }
  return end;
}

/** The first quote that is not doubled; the end or an address behind it if there is none. */
function findClosingQuote(position: u32, end: u32): u32 {
  const quotes = i8x16.splat(0x22);
  while (position < end) {
    const found = i8x16.eq(v128.load(position), quotes);
    if (!v128.any_true(found)) {
      position += 16;
      continue;
    }
    position += u32(ctz(i8x16.bitmask(found)));
    if (position + 1 >= end || load<u8>(position, 1) != QUOTE) return position;
    position += 2;
  }
  return end;
}
