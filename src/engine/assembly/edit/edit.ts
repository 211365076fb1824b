import {
  CR,
  DELIMITER,
  DONE,
  FIELDS,
  HOLDS_RETURNS,
  IS_FOR_COPY,
  LF,
  OUTPUT_DELIMITER,
  PIECE_COUNT,
  PLAN,
  REACHED,
  STATE,
  WIDTH,
} from '../plan/edit-plan';
import { beginChanges, endChanges } from '../write/change';
import { beginOutput, contains, endOutput } from '../write/output';
import { bits, endOfLine, noteEnds, prefixXor, withoutLineEnds } from './byte-bits';
import { beginCounts, endCounts } from './counts';
import { finish } from './finish';
import { findRecordEnd, holdsDelimiter, isFaulty } from './odd-record';
import { beginText } from './text';
import { beginTests, endTests } from './where';

/**
 * Edits the records in [start, end), which begins with one, until they end, or the output is full, or one is left to
 * JavaScript. STATE then holds how far it got and what it counted, PIECES the output.
 *
 * It reads 64 bytes at a time, as simdjson does (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019,
 * section 3.1): a bit for each delimiter, newline and quote. A byte is quoted if an odd number of quotes precede it. That
 * holds up to the first quote that neither begins nor ends a field; the record with that quote is read again, field by
 * field.
 */
export function editRecords(start: u32, end: u32, output: u32, outputEnd: u32): i32 {
  const delimiter = i8x16.splat(load<u8>(PLAN, DELIMITER));
  const foreign = i8x16.splat(load<u8>(PLAN, OUTPUT_DELIMITER));
  const changes = load<u32>(PLAN, DELIMITER) != load<u32>(PLAN, OUTPUT_DELIMITER);
  const newlines = i8x16.splat(0x0a);
  const returns = i8x16.splat(0x0d);
  const isForCopy = load<u32>(PLAN, IS_FOR_COPY) != 0;
  const holdsReturns = load<u32>(PLAN, HOLDS_RETURNS) != 0;
  const quotes = i8x16.splat(0x22);
  const lastField = FIELDS + (load<u32>(PLAN, WIDTH) << 2);

  beginOutput(output, outputEnd);
  beginChanges();
  beginTests();
  beginText(start, end);
  beginCounts();
  let outcome = DONE;
  let record = start;
  let base = start;
  let field = FIELDS + 4;
  store<u32>(FIELDS, record - 1);
  // All ones if the last block ended inside quotes.
  let inside: u64 = 0;
  // 1 if its last byte was a delimiter or newline; a closing quote.
  let afterEnd: u64 = 1;
  let afterClosing: u64 = 0;
  // Whether the new delimiter is in an unquoted field of the record.
  let holdsNew = false;
  // Whether a CR is in one.
  let holdsReturn = false;

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
    let foreigns: u64 = 0;
    if (changes) {
      foreigns = valid & ~quoted & bits(i8x16.eq(v0, foreign), i8x16.eq(v1, foreign), i8x16.eq(v2, foreign), i8x16.eq(v3, foreign));
    }
    let innerReturns: u64 = 0;
    if (holdsReturns) {
      const r0 = i8x16.eq(v0, returns);
      const r1 = i8x16.eq(v1, returns);
      const r2 = i8x16.eq(v2, returns);
      const r3 = i8x16.eq(v3, returns);
      if (v128.any_true(v128.or(v128.or(r0, r1), v128.or(r2, r3)))) {
        const behind = (ends >> 1) | (u64(load<u8>(base, 64) == LF) << 63);
        innerReturns = valid & ~quoted & ~behind & bits(r0, r1, r2, r3);
      }
    }
    afterEnd = (delimiters | ends) >> 63;
    if (odd != 0) {
      const before = (odd & (0 - odd)) - 1;
      delimiters &= before;
      ends &= before;
    }

    while (ends != 0) {
      const upTo = ends ^ (ends - 1);
      field = noteEnds(field, base, delimiters & upTo);
      delimiters &= ~upTo;
      const newline = base + u32(ctz(ends));
      ends &= ends - 1;
      holdsNew = holdsNew || (foreigns & upTo) != 0;
      foreigns &= ~upTo;
      holdsReturn = holdsReturn || (innerReturns & upTo) != 0;
      innerReturns &= ~upTo;
      outcome = finish(record, newline, field, field == lastField && !holdsReturn, holdsNew, isForCopy);
      if (outcome != DONE) break;
      holdsNew = false;
      holdsReturn = false;
      record = newline + 1;
      field = FIELDS + 4;
      store<u32>(FIELDS, newline);
    }
    if (outcome != DONE) break;
    holdsNew = holdsNew || foreigns != 0;
    holdsReturn = holdsReturn || innerReturns != 0;
    field = noteEnds(field, base, delimiters);
    // Too many fields: it does not matter which.
    if (field > lastField + 4) field = lastField + 4;
    if (odd != 0) {
      const newline = findRecordEnd(record, end);
      if (newline == 0) break;
      const isWhole = !isFaulty && (isForCopy || !holdsReturns || !contains(record, endOfLine(record, newline), CR));
      // COPY takes a quote within a field for one that begins a quoted part, so that field gets quotes.
      outcome = finish(record, newline, 0, isWhole, holdsDelimiter || isForCopy, isForCopy);
      if (outcome != DONE) break;
      holdsNew = false;
      holdsReturn = false;
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
  store<u32>(STATE, record, REACHED);
  store<u32>(STATE, endOutput(), PIECE_COUNT);
  endCounts();
  endChanges();
  endTests();
  return outcome;
}
