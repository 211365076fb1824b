import { CR, LF, QUOTE } from '../plan/edit-plan';
import {
  BACKSLASH,
  delimiter,
  delimiterLength,
  DOUBLED,
  endsRecord,
  escape,
  hasSpaces,
  isDelimiter,
  LOOSE,
  nativeDelimiter,
  quote,
} from './dialect';
import { trimmedTo } from './space-around';

// Translates fields to RFC 4180, 16 bytes at a time: they are copied before it is known how many of them count. Each function
// returns the address behind what it has translated, or one of these, which are no addresses.

/** The text ends within the record, or too early to know what it means. */
export const INCOMPLETE: u32 = 0;
export const NO_ROOM: u32 = 1;
/** Bytes other than a delimiter or a line end are behind a closing quote. */
export const BROKEN: u32 = 2;

const ESCAPING: u32 = 0x5c;

/** Where the next byte is written. */
export let out: u32 = 0;
/** The last address at which a vector, and two bytes more, may be written. */
let lastOut: u32 = 0;

export function beginFields(target: u32, targetEnd: u32): void {
  out = target;
  lastOut = targetEnd - 32;
}

/** Takes back what was written from an address on. */
export function takeBackTo(address: u32): void {
  out = address;
}

// @ts-ignore: decorator
@inline
export function putOne(byte: u32): void {
  store<u8>(out, byte);
  out += 1;
}

/**
 * Translates fields without quotes.
 *
 * @param position Where one begins, with no space in front of it that is not part of it.
 * @param changes `changesDelimiter`, as a constant.
 * @returns The address of a quote that opens a field, of the line end or, if there may be space around fields, of the delimiter.
 */
// @ts-ignore: decorator
@inline
export function putPlain(position: u32, end: u32, changes: bool): u32 {
  const start = position;
  const first = out;
  let field = position;
  let target = out;
  const quotes = i8x16.splat(QUOTE as i8);
  const others = i8x16.splat((quote < 0x100 ? quote : QUOTE) as i8);
  const newlines = i8x16.splat(LF as i8);
  const returns = i8x16.splat(CR as i8);
  const seeksDelimiter = changes || hasSpaces;
  const delimiters = seeksDelimiter ? i8x16.splat(delimiter as i8) : newlines;
  const natives = i8x16.splat(nativeDelimiter as i8);
  while (position < end) {
    if (target > lastOut) return NO_ROOM;
    const bytes = v128.load(position);
    v128.store(target, bytes);
    const lines = v128.or(i8x16.eq(bytes, newlines), i8x16.eq(bytes, returns));
    const marks = v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, others));
    let hits = v128.or(v128.or(lines, marks), i8x16.eq(bytes, delimiters));
    if (changes) hits = v128.or(hits, i8x16.eq(bytes, natives));
    const found = i8x16.bitmask(hits);
    if (found == 0) {
      position += 16;
      target += 16;
      continue;
    }
    position += ctz(found);
    target += ctz(found);
    if (position >= end) return INCOMPLETE;
    const byte: u32 = load<u8>(position);
    if (seeksDelimiter && isDelimiter(position, end, changes)) {
      if (hasSpaces) {
        out = trimmedTo(first, target);
        return position;
      }
      store<u8>(target, nativeDelimiter);
      target += 1;
      position += delimiterLength;
      field = position;
      if (position >= end || load<u8>(position) != quote) continue;
      out = target;
      return position;
    }
    if (byte == CR && position + 1 >= end) return INCOMPLETE;
    if (endsRecord(position, end)) {
      out = hasSpaces ? trimmedTo(first, target) : target;
      return position;
    }
    if (!seeksDelimiter && byte == quote && load<u8>(position - 1) == delimiter) {
      out = target;
      return position;
    }
    if (byte != QUOTE && byte != CR && !(changes && byte == nativeDelimiter)) {
      target += 1;
      position += 1;
      continue;
    }
    if (!changes) {
      field = position;
      while (field > start && load<u8>(field - 1) != delimiter) field -= 1;
    }
    out = target - (position - field);
    position = putInQuotes(field, end);
    if (position <= BROKEN || hasSpaces) return position;
    target = out;
  }
  return INCOMPLETE;
}

/** Puts a field without quotes into quotes, and doubles those in it. */
function putInQuotes(field: u32, end: u32): u32 {
  let after = field;
  while (after < end && !endsRecord(after, end) && !isDelimiter(after, end, true)) after += 1;
  if (after >= end) return INCOMPLETE;
  const last = hasSpaces ? trimmedTo(field, after) : after;
  if (out + 2 * (last - field) > lastOut) return NO_ROOM;
  putOne(QUOTE);
  for (let position = field; position < last; position++) out = putByte(out, load<u8>(position));
  putOne(QUOTE);
  return after;
}

/**
 * Writes a byte between quotes.
 *
 * @returns The address behind it.
 */
// @ts-ignore: decorator
@inline
function putByte(target: u32, byte: u32): u32 {
  store<u8>(target, byte);
  if (byte != QUOTE) return target + 1;
  store<u8>(target, QUOTE, 1);
  return target + 2;
}

/**
 * Translates a field with quotes.
 *
 * @param position Behind its opening quote.
 * @returns The address behind its closing quote.
 */
export function putQuoted(position: u32, end: u32): u32 {
  store<u8>(out, QUOTE);
  let target = out + 1;
  const quotes = i8x16.splat(QUOTE as i8);
  const others = i8x16.splat(quote as i8);
  const backslashes = escape == BACKSLASH ? i8x16.splat(ESCAPING as i8) : quotes;
  while (position < end) {
    if (target > lastOut) return NO_ROOM;
    const bytes = v128.load(position);
    v128.store(target, bytes);
    const marks = v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, others));
    const found = i8x16.bitmask(v128.or(marks, i8x16.eq(bytes, backslashes)));
    if (found == 0) {
      position += 16;
      target += 16;
      continue;
    }
    position += ctz(found);
    target += ctz(found);
    if (position + 1 >= end) return INCOMPLETE;
    const byte: u32 = load<u8>(position);
    const next: u32 = load<u8>(position, 1);
    if (byte == quote) {
      if (escape == DOUBLED && next == quote) position += 1;
      else if (escape == LOOSE && !endsField(position + 1, end)) {
        if (next == CR && position + 2 >= end) return INCOMPLETE;
        if (next == quote) {
          if (position + 2 >= end || (load<u8>(position, 2) == CR && position + 3 >= end)) return INCOMPLETE;
          // The second of two may be the closing one.
          if (!endsField(position + 2, end)) position += 1;
        }
      } else {
        store<u8>(target, QUOTE);
        out = target + 1;
        return position + 1;
      }
      target = putByte(target, byte);
      position += 1;
    } else if (byte == QUOTE || (next != quote && next != ESCAPING && !isDelimiter(position + 1, end, true))) {
      target = putByte(target, byte);
      position += 1;
    } else {
      target = putByte(target, next);
      position += 2;
    }
  }
  return INCOMPLETE;
}

/** Whether a delimiter or a line end is there. */
function endsField(position: u32, end: u32): bool {
  return isDelimiter(position, end, true) || endsRecord(position, end);
}
