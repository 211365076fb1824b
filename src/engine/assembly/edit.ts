import {
  AFTER,
  CR,
  DELIMITER,
  FIELDS,
  FILTERED,
  FORMATTED,
  LF,
  MAX_RECORD_BYTES,
  OUTPUT_DELIMITER,
  OUTPUT_END,
  PLAN,
  POSITION,
  QUOTE,
  READ,
  STATE,
  UNPARSED,
  WIDTH,
  WRITTEN,
} from './edit-plan';
import { findRecordEnd, isFaulty } from './odd-record';
import { beginWriting, endWriting, filtered, formatted, hasRoom, lacksRequired, unparsed, writeRecord, written } from './write-record';

/** All whole records have been edited. */
const DONE: i32 = 0;
/** The output region may not hold the next record. */
const FULL: i32 = 1;
/** The next record, up to AFTER, is left to JavaScript. */
const LEFT: i32 = 2;

/**
 * Edits the records in [start, end), which begins with one, until they end, or the output region is full, or one comes
 * that is left to JavaScript. What was done, and how far it came, stands in STATE.
 *
 * 64 bytes are looked at a time, as simdjson does (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019,
 * section 3.1): a bit for each delimiter, newline and quote; between quotes lies what has an odd number of them before
 * it. That reading holds up to the first quote that neither begins a field nor ends one; the record it stands in is
 * read again, field by field.
 */
export function editRecords(start: u32, end: u32, output: u32, outputEnd: u32): i32 {
  const delimiter = i8x16.splat(load<u8>(PLAN, DELIMITER));
  const foreign = i8x16.splat(load<u8>(PLAN, OUTPUT_DELIMITER));
  const changes = load<u32>(PLAN, DELIMITER) != load<u32>(PLAN, OUTPUT_DELIMITER);
  const newlines = i8x16.splat(0x0a);
  const quotes = i8x16.splat(0x22);
  const lastField = FIELDS + (load<u32>(PLAN, WIDTH) << 2);

  beginWriting(output, outputEnd);
  store<u32>(STATE, 0, READ);
  let outcome = DONE;
  let record = start;
  let base = start;
  let field = FIELDS + 4;
  store<u32>(FIELDS, record - 1);
  // All ones where the block before ended inside quotes.
  let inside: u64 = 0;
  // 1 where its last byte was a delimiter or newline; a closing quote.
  let afterEnd: u64 = 1;
  let afterClosing: u64 = 0;

  while (base < end) {
    const v0 = v128.load(base);
    const v1 = v128.load(base, 16);
    const v2 = v128.load(base, 32);
    const v3 = v128.load(base, 48);
    const left = end - base;
    const valid: u64 = left < 64 ? (u64(1) << left) - 1 : ~u64(0);
    let delimiters = valid & bits(i8x16.eq(v0, delimiter), i8x16.eq(v1, delimiter), i8x16.eq(v2, delimiter), i8x16.eq(v3, delimiter));
    let ends = valid & bits(i8x16.eq(v0, newlines), i8x16.eq(v1, newlines), i8x16.eq(v2, newlines), i8x16.eq(v3, newlines));
    const q0 = i8x16.eq(v0, quotes);
    const q1 = i8x16.eq(v1, quotes);
    const q2 = i8x16.eq(v2, quotes);
    const q3 = i8x16.eq(v3, quotes);
    let odd: u64 = 0;
    let quoted: u64 = 0;
    if (v128.any_true(v128.or(v128.or(q0, q1), v128.or(q2, q3))) || (inside | afterClosing) != 0) {
      const found = bits(q0, q1, q2, q3) & valid;
      quoted = prefixXor(found) ^ inside;
      const opening = found & quoted;
      const closing = found & ~quoted;
      const behind = (closing << 1) | afterClosing;
      delimiters &= ~quoted;
      ends &= ~quoted;
      const stops = delimiters | ends;
      odd = (opening & ~((stops << 1) | afterEnd | behind)) | (behind & ~(stops | opening) & valid);
      if (odd != 0) odd = withoutLineEnds(odd, behind, base, end);
      inside = u64(i64(quoted) >> 63);
      afterClosing = closing >> 63;
    }
    if (changes) {
      odd |=
        valid & ~quoted & bits(i8x16.eq(v0, foreign), i8x16.eq(v1, foreign), i8x16.eq(v2, foreign), i8x16.eq(v3, foreign));
    }
    afterEnd = (delimiters | ends) >> 63;
    if (odd != 0) {
      const before = (odd & (0 - odd)) - 1;
      delimiters &= before;
      ends &= before;
    }

    while (ends != 0) {
      const upTo = ends ^ (ends - 1);
      field = note(field, base, delimiters & upTo);
      delimiters &= ~upTo;
      const newline = base + u32(ctz(ends));
      ends &= ends - 1;
      outcome = finish(record, newline, field == lastField, field == FIELDS + 4, false);
      if (outcome != DONE) break;
      record = newline + 1;
      field = FIELDS + 4;
      store<u32>(FIELDS, newline);
    }
    if (outcome != DONE) break;
    field = note(field, base, delimiters);
    // More fields than there may be: which ones is not told apart.
    if (field > lastField + 4) field = lastField + 4;
    if (odd != 0) {
      const newline = findRecordEnd(record, end);
      if (newline == 0) break;
      outcome = finish(record, newline, true, false, isFaulty);
      if (outcome != DONE) break;
      record = newline + 1;
      base = record;
      field = FIELDS + 4;
      store<u32>(FIELDS, newline);
      inside = 0;
      afterEnd = 1;
      afterClosing = 0;
      continue;
    }
    base += 64;
  }
  store<u32>(STATE, record, POSITION);
  store<u32>(STATE, endWriting(), OUTPUT_END);
  store<u32>(STATE, written + filtered, READ);
  store<u32>(STATE, written, WRITTEN);
  store<u32>(STATE, filtered, FILTERED);
  store<u32>(STATE, formatted, FORMATTED);
  store<u32>(STATE, unparsed, UNPARSED);
  return outcome;
}

/**
 * What becomes of a record whose newline was found.
 */
// @ts-ignore: decorator
@inline
function finish(record: u32, newline: u32, isComplete: bool, hasOneField: bool, isFaulty: bool): i32 {
  const recordEnd = newline > record && load<u8>(newline - 1) == CR ? newline - 1 : newline;
  store<u32>(STATE, newline + 1, AFTER);
  const width = load<u32>(PLAN, WIDTH);
  if (hasOneField && recordEnd == record && width > 1) return DONE;
  if (isComplete && !isFaulty && newline + 1 - record <= load<u32>(PLAN, MAX_RECORD_BYTES)) {
    store<u32>(FIELDS + (width << 2), recordEnd);
    if (lacksRequired()) return DONE;
    if (!hasRoom(newline + 1 - record)) return FULL;
    if (writeRecord(recordEnd, newline + 1)) return DONE;
  }
  return LEFT;
}

/** Writes where the fields end whose delimiters are in a block. May write up to three more, which do not count. */
// @ts-ignore: decorator
@inline
function note(field: u32, base: u32, delimiters: u64): u32 {
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
function bits(c0: v128, c1: v128, c2: v128, c3: v128): u64 {
  return (
    (u64(u32(i8x16.bitmask(c0)) | (u32(i8x16.bitmask(c1)) << 16))) |
    (u64(u32(i8x16.bitmask(c2)) | (u32(i8x16.bitmask(c3)) << 16)) << 32)
  );
}

/** Each bit becomes whether the number of bits up to it, itself included, is odd. */
// @ts-ignore: decorator
@inline
function prefixXor(value: u64): u64 {
  value ^= value << 1;
  value ^= value << 2;
  value ^= value << 4;
  value ^= value << 8;
  value ^= value << 16;
  return value ^ (value << 32);
}

/** Takes the bits away that stand for the CR of a CRLF behind a closing quote. */
function withoutLineEnds(odd: u64, behind: u64, base: u32, end: u32): u64 {
  for (let rest = odd & behind; rest != 0; rest &= rest - 1) {
    const place = base + u32(ctz(rest));
    if (load<u8>(place) == CR && (place + 1 >= end || load<u8>(place, 1) == LF)) odd &= ~(rest & (0 - rest));
  }
  return odd;
}
