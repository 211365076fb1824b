import { REPLACEMENT, UNSURE } from '../plan/edit-plan';

// Writes phones of the usual shapes, as PhoneWriter does, by tables that JavaScript has made (phone/phone-automaton.js).

export const PHONE_TABLES_BYTES: u32 = 64 * 1024;
export const PHONE_TABLES: u32 = u32(memory.data(64 * 1024 + 16, 16));

// Of a change in QUICK: the address of its table, and where in it the states are in which a number begins, and behind a `+`; the
// text before an extension, or 0 if that is not known, or LEFT_OUT.
const TABLE: usize = 8;
const START: usize = 12;
const PLUS_START: usize = 16;
const EXTENSION: usize = 20;
const LEFT_OUT: u32 = 1;

// A state: two bytes each, where in the table the next one is for each digit; where the layout is of a number that ends there,
// or 0 if JavaScript has to be asked, or NO_NUMBER.
const LAYOUT: usize = 20;
const NO_NUMBER: u32 = 1;
// A layout: how many digits the national number has, which are the last ones; how many bytes follow; these bytes, where those
// below FIRST_LITERAL stand for the number's digits.
const FIRST_LITERAL: u32 = 0x20;

/**
 * @param mayStay Whether the field may stay as it is.
 * @returns As `changeQuickly`.
 */
export function putPhone(quick: u32, from: u32, to: u32, quotes: u32, mayStay: bool): i32 {
  let at = from;
  while (at < to && isSpace(load<u8>(at))) at += 1;
  let last = to;
  while (last > at && isSpace(load<u8>(last - 1))) last -= 1;
  if (at == last || last - at > MAX_TEXT_BYTES) return UNSURE;
  const table = load<u32>(quick, TABLE);
  let state = table;
  if (load<u8>(at) == PLUS) {
    state += load<u32>(quick, PLUS_START);
    at += 1;
  } else state += load<u32>(quick, START);
  let count: u32 = 0;
  for (; at < last; at++) {
    const byte: u32 = load<u8>(at);
    const digit = byte - 0x30;
    if (digit < 10) {
      if (count == MAX_DIGITS) return UNSURE;
      store<u8>(DIGITS + count, byte);
      count += 1;
      state = table + load<u16>(state + (digit << 1));
    } else if (!isPunctuation(byte)) break;
  }
  const extension = at < last ? findExtension(at, last) : last;
  const layout: u32 = load<u16>(state, LAYOUT);
  if (extension == 0 || layout == 0 || count < MIN_DIGITS) return UNSURE;
  if (layout == NO_NUMBER) return mayStay ? UNPARSED | STAYS : UNSURE;
  const out = REPLACEMENT + quotes;
  let end = putLayout(table + layout, count, out);
  if (extension < last) {
    const label = load<u32>(quick, EXTENSION);
    if (label == 0) return UNSURE;
    if (label != LEFT_OUT) end = append(extension, last, putLayout(table + label, count, end));
  }
  if (end - out != to - from || memory.compare(out, from, to - from) != 0) return FORMATTED | i32(end - out);
  return mayStay ? FORMATTED | STAYS : UNSURE;
}

/** @returns Where it ends. */
function putLayout(layout: u32, count: u32, out: u32): u32 {
  const digits = DIGITS + count - load<u8>(layout);
  const end = layout + 2 + load<u8>(layout, 1);
  for (let at = layout + 2; at < end; at++) {
    const byte: u32 = load<u8>(at);
    store<u8>(out, byte < FIRST_LITERAL ? load<u8>(digits + byte) : byte);
    out += 1;
  }
  return out;
}

function append(from: u32, to: u32, out: u32): u32 {
  for (; from < to; from++) {
    store<u8>(out, load<u8>(from));
    out += 1;
  }
  return out;
}

/**
 * As `isExtension` in phone/read-digits.js.
 *
 * @returns Where the digits begin of an extension that is all of the text; 0 if it is something else.
 */
function findExtension(at: u32, end: u32): u32 {
  let most: u32 = MAX_DIGITS_AFTER_X;
  const letters = load<u32>(at) | 0x2020_2020;
  if ((letters & 0xff) == LOWER_X) at += 1;
  else {
    if (end - at < 4 || (letters & 0xff_ffff) != LOWER_EXT) return 0;
    at += letters >> 24 == LOWER_N ? 4 : 3;
    most = MAX_DIGITS_AFTER_EXT;
  }
  if (at < end && (load<u8>(at) == COLON || load<u8>(at) == STOP)) at += 1;
  while (at < end && (load<u8>(at) == SPACE || load<u8>(at) == HYPHEN)) at += 1;
  if (at >= end || end - at > most) return 0;
  for (let digit = at; digit < end; digit++) {
    if (u32(load<u8>(digit)) - 0x30 > 9) return 0;
  }
  return at;
}

// @ts-ignore: decorator
@inline
function isSpace(byte: u32): bool {
  return byte == SPACE || byte - 9 < 5;
}

/** Whether it may stand between digits: a space or one of `( ) - . / [ ]`. */
// @ts-ignore: decorator
@inline
function isPunctuation(byte: u32): bool {
  const bit = byte - SPACE;
  return bit < 64 && ((PUNCTUATION >> bit) & 1) != 0;
}

// What is read of the digits.
const DIGITS: u32 = u32(memory.data(32, 16));

// The rest as in phone/read-digits.js. With a `+`, a text may have one digit less.
const MAX_DIGITS: u32 = 23;
const MIN_DIGITS: u32 = 3;
const MAX_TEXT_BYTES: u32 = 250;
const MAX_DIGITS_AFTER_X: u32 = 9;
const MAX_DIGITS_AFTER_EXT: u32 = 20;

const SPACE: u32 = 0x20;
const PLUS: u32 = 0x2b;
const HYPHEN: u32 = 0x2d;
const STOP: u32 = 0x2e;
const COLON: u32 = 0x3a;
const LOWER_N: u32 = 0x6e;
const LOWER_X: u32 = 0x78;
const LOWER_EXT: u32 = 0x74_7865;
const PUNCTUATION: u64 = 0x2800_0000_0000_e301;

// What `changeField` counts, and STAYS.
const FORMATTED: i32 = 1 << 16;
const UNPARSED: i32 = 2 << 16;
const STAYS: i32 = 0xffff;
