import { beginHashes, endHashes, hashLater, MAX_SHORT_BYTES, takeBackHashes } from '../hash/hash-later';
import { DIGITS, hashValue } from '../hash/hash-value';
import { DATES, DELIMITER, OUTPUT_DELIMITER, PHONES, PLAN, QUOTE, QUOTES_EMPTY, REPLACEMENT, STATE, STRIP, TRIM, TRIM_AND_HASH, TRIM_AND_STRIP, UNSURE } from '../plan/edit-plan';
import { contains, goOn, position, put, putByte, putQuoted } from './output';
import { changeQuickly } from './quick-change';
import { holdsDress, putStripped } from './strip';
import { trimmedEnd, trimmedStart } from './trim';

// Changes fields as FieldEditor does.

/**
 * @returns How many bytes JavaScript has written into REPLACEMENT, or STAYS or LEAVE, in the lower 16 bits. Above them, one
 *   bit each: a phone was formatted, was not a number; a date was formatted, was not one.
 */
// @ts-ignore: decorator
@external("editor", "changeField")
declare function changeField(change: i32, start: u32, end: u32): i32;

// What was formatted in the lower 32 bits, what was not in the upper ones.
let phones: u64 = 0;
let dates: u64 = 0;
let markedPhones: u64 = 0;
let markedDates: u64 = 0;

/** The last value that the module has changed itself: without its quotes, and trimmed if it has to be. */
export let valueStart: u32 = 0;
export let valueEnd: u32 = 0;

/** The field stays as it is. */
export const STAYS: i32 = -1;
/** The record is left to JavaScript. */
export const LEAVE: i32 = -2;
/** `putChange` strips it. */
const STRIPPED: i32 = -3;
/** It loses white space only. */
export const TRIMMED: i32 = -4;
/** `putChange` hashes it. */
const HASHED: i32 = -6;

export function beginChanges(): void {
  beginHashes();
  phones = 0;
  dates = 0;
}

export function endChanges(): void {
  endHashes();
  store<u64>(STATE, phones, PHONES);
  store<u64>(STATE, dates, DATES);
}

// @ts-ignore: decorator
@inline
export function markChanges(): void {
  markedPhones = phones;
  markedDates = dates;
}

/** Forgets what was counted since `markChanges`, and what was to be hashed for output that is taken back already. */
export function takeBackChanges(): void {
  takeBackHashes(position());
  phones = markedPhones;
  dates = markedDates;
}

/** Whether there is certainly no white space at the ends of a field's value. */
// @ts-ignore: decorator
@inline
export function isTrimmed(start: u32, end: u32): bool {
  // As signed bytes, those beyond ASCII are the lowest. Of an empty field, these are the bytes around it.
  if (load<i8>(end - 1) <= 0x20) return false;
  return load<i8>(start) > 0x22 || (load<u8>(start) == QUOTE && load<i8>(start, 1) > 0x20 && load<i8>(end - 2) > 0x20);
}

/** @returns STAYS, LEAVE, TRIMMED, or the change to call `putChange` with. */
export function changeOf(change: i32, start: u32, end: u32): i32 {
  const length = end - start;
  if (length == 0 && change >= QUOTES_EMPTY) {
    store<u16>(REPLACEMENT, (QUOTE << 8) | QUOTE);
    return 2;
  }
  if (length == 0 || (length == 2 && load<u8>(start) == QUOTE)) return STAYS;
  if (change < 0) return changeHere(change, start, end);
  const number = change & (QUOTES_EMPTY - 1);
  let result = changeQuickly(number, start, end);
  if (result == UNSURE) result = changeField(number, start, end);
  const counted = u64(result >> 16);
  phones += (counted & 1) | ((counted & 2) << 31);
  dates += ((counted >> 2) & 1) | ((counted & 8) << 29);
  return i32(i16(result));
}

function changeHere(change: i32, start: u32, end: u32): i32 {
  const quotes = u32(load<u8>(start) == QUOTE);
  valueStart = start + quotes;
  valueEnd = end - quotes;
  let trimmed = STAYS;
  if (change == TRIM || change == TRIM_AND_STRIP || change == TRIM_AND_HASH) {
    const length = valueEnd - valueStart;
    valueStart = trimmedStart(valueStart, valueEnd);
    valueEnd = trimmedEnd(valueStart, valueEnd);
    if (valueEnd - valueStart != length) trimmed = TRIMMED;
    if (change == TRIM || valueStart == valueEnd) return trimmed;
  }
  if (change == STRIP || change == TRIM_AND_STRIP) {
    phones += 1;
    return holdsDress(valueStart, valueEnd) ? STRIPPED : trimmed;
  }
  return HASHED;
}

/**
 * Writes a field's new bytes.
 *
 * @param mayGrow Whether there is room for quotes that they may need.
 * @returns How many they are; NO_ROOM if they need quotes and may not grow.
 */
export function putChange(change: i32, start: u32, mayGrow: bool): i32 {
  const isQuoted = load<u8>(start) == QUOTE;
  if (change == STRIPPED) return putStripped(isQuoted, valueStart, valueEnd, mayGrow);
  if (change == TRIMMED) return putTrimmed(isQuoted);
  if (change == HASHED) return putHash(isQuoted);
  put(REPLACEMENT, change);
  return change;
}

function putHash(isQuoted: bool): i32 {
  if (isQuoted) putByte(QUOTE);
  const hasDoubledQuotes = isQuoted && contains(valueStart, valueEnd, QUOTE);
  if (hasDoubledQuotes || valueEnd - valueStart > MAX_SHORT_BYTES) {
    hashValue(valueStart, valueEnd, hasDoubledQuotes);
    put(DIGITS, 64);
  } else {
    hashLater(valueStart, valueEnd, position());
    goOn(position() + 64);
  }
  if (isQuoted) putByte(QUOTE);
  return isQuoted ? 66 : 64;
}

function putTrimmed(isQuoted: bool): i32 {
  const length = valueEnd - valueStart;
  if (isQuoted) {
    putByte(QUOTE);
    put(valueStart, length);
    putByte(QUOTE);
    return length + 2;
  }
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  const changes = delimiter != load<u32>(PLAN, DELIMITER);
  if (valueNeedsQuotes() || (changes && contains(valueStart, valueEnd, delimiter))) {
    putQuoted(valueStart, valueEnd);
    return length + 2;
  }
  put(valueStart, length);
  return length;
}

/** Whether a trimmed value that was not quoted begins with a quote. */
// @ts-ignore: decorator
@inline
export function valueNeedsQuotes(): bool {
  return valueStart < valueEnd && load<u8>(valueStart) == QUOTE;
}
